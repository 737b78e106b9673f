import { type RouterContextProvider, redirect } from 'react-router';
import type { Actor } from '#features/actor.ts';
import type { Ctx } from '#features/context.ts';
import { LIST_CHANGED } from '#features/reorder-rows.ts';
import { isSame } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import { listAddress } from '../../../pagination.ts';
import { refuse } from '../../../posted-form.ts';
import { orRefusal, readForm, requireAdminPage } from '../../../respond.ts';
import { visitOf } from '../../../shop-context.ts';
import { movedOrder, postedOrder, readJson } from './read-order.ts';

/** The action of a page whose only form is that of an ordered list (admin). */
export const orderAction =
  (
    list: (ctx: Ctx, actor: Actor) => Promise<{ id: string }[]>,
    write: (ctx: Ctx, actor: Actor, ids: string[]) => Promise<void>,
  ) =>
  async ({ url, context }: { url: URL; context: Readonly<RouterContextProvider> }) => {
    const visit = visitOf(context);
    requireAdminPage(visit, url);
    const { ctx, actor } = visit;
    return respondToOrder(
      await readForm(context),
      url,
      () => list(ctx, actor),
      (ids) => write(ctx, actor, ids),
    );
  };

/**
 * Responds to the form of a `StoredOrderList`: `order` has all ids, `move` one row and its direction.
 * Refuses both if the list is not the one that the form was made from, `shown`.
 */
export async function respondToOrder(
  posted: FormData,
  url: URL,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
) {
  const { refusal } = await orRefusal(reorder(posted, list, write));
  if (refusal) return refuse(refusal);
  throw redirect(listAddress(url));
}

async function reorder(
  posted: FormData,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
): Promise<void> {
  const ids = (await list()).map((row) => row.id);
  const shown = readJson(posted.get('shown'));
  if (Array.isArray(shown) && !isSame(shown, ids)) {
    throw new AppError('edit_conflict', LIST_CHANGED);
  }
  const order = postedOrder(posted) ?? movedOrder(posted, ids);
  if (order) await write(order);
}
