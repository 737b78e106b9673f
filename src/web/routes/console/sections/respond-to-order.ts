import { data, redirect } from 'react-router';
import { orRefusal, refusalInit } from '../../../respond.ts';
import { movedOrder, postedOrder } from './read-order.ts';

/**
 * Responds to the form of a `SectionList`: `order` has all ids, `move` one row and its direction.
 */
export async function respondToOrder(
  posted: FormData,
  url: URL,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
) {
  const { refusal } = await orRefusal(reorder(posted, list, write));
  if (refusal) return data({ message: refusal.message }, refusalInit(refusal));
  // Keeps the parameters of the page, but not the notice of an earlier change.
  const kept = new URLSearchParams(url.search);
  kept.delete('done');
  throw redirect(kept.size > 0 ? `${url.pathname}?${kept}` : url.pathname);
}

async function reorder(
  posted: FormData,
  list: () => Promise<{ id: string }[]>,
  write: (ids: string[]) => Promise<void>,
): Promise<void> {
  const order = postedOrder(posted);
  if (order) return write(order);
  const moved = movedOrder(
    posted,
    (await list()).map((row) => row.id),
  );
  if (moved) await write(moved);
}
