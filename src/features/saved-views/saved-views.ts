/**
 * Owns the names that staff give to addresses of a list. Promises: a list has each name once; a name
 * keeps its address unless staff who saw it replace it; all staff see the same views; the audit log
 * says who saved, renamed and deleted a view.
 */
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import { MAX_VIEWS, type NewView, type SavedView, type ViewedList } from './saved-views.schema.ts';
import {
  countViews,
  deleteView,
  selectView,
  selectViews,
  updateName,
  upsertView,
} from './saved-views.store.ts';

export { type RenamedView, renameInViews, takeBackViews } from './tag-of-views.ts';

/** The views of a list by name (admin). */
export async function listViews(ctx: Ctx, actor: Actor, list: ViewedList): Promise<SavedView[]> {
  requireAdmin(actor);
  return selectViews(ctx.db, list, MAX_VIEWS);
}

/**
 * Saves an address under a name (admin). A view of that name with another address is replaced only
 * if that is `replaces`, which staff saw; otherwise it stays and is returned. Null when the name has
 * the address, so a repeat does nothing.
 */
export async function saveView(
  ctx: Ctx,
  actor: Actor,
  list: ViewedList,
  { name, params }: NewView,
  replaces: string | null = null,
): Promise<SavedView | null> {
  return editAsAdmin(ctx, actor, { locks: [`saved-views ${list}`] }, async (tx, adminId) => {
    const existing = await selectView(tx, list, name);
    if (existing?.params === params) return null;
    if (existing && existing.params !== replaces) return existing;
    const at = ctx.now();
    const view = { id: newId('viw'), list, name, params, createdBy: adminId, createdAt: at };
    const id = await upsertView(tx, view);
    if ((await countViews(tx, list)) > MAX_VIEWS) {
      throw new AppError('invalid_request', `A list has at most ${MAX_VIEWS} saved views.`);
    }
    await recordAudit(tx, adminId, 'view.save', id, recorded(list, { name, params }));
    return null;
  });
}

/** Gives a view another name, for everyone (admin). A repeat does nothing. */
export async function renameView(
  ctx: Ctx,
  actor: Actor,
  list: ViewedList,
  id: string,
  name: string,
): Promise<void> {
  await editAsAdmin(ctx, actor, { locks: [`saved-views ${list}`] }, async (tx, adminId) => {
    const same = await selectView(tx, list, name);
    if (same?.id === id) return;
    if (same) throw new AppError('invalid_request', `There is a view “${name}” already.`);
    const view = await updateName(tx, list, id, name);
    if (!view) throw new AppError('not_found', 'This view has been deleted.');
    const { earlierName, params } = view;
    const about = { ...recorded(list, { name, params }), earlierName };
    await recordAudit(tx, adminId, 'view.rename', id, about);
  });
}

/** Deletes a view for everyone (admin). A repeat does nothing. */
export async function removeView(
  ctx: Ctx,
  actor: Actor,
  list: ViewedList,
  id: string,
): Promise<void> {
  await editAsAdmin(ctx, actor, { locks: [`saved-views ${list}`] }, async (tx, adminId) => {
    const gone = await deleteView(tx, list, id);
    if (gone) await recordAudit(tx, adminId, 'view.delete', id, recorded(list, gone));
  });
}

/**
 * What the audit log keeps of a view. It is never cleaned, and the address of a list of orders may
 * have the email of a customer in it.
 */
function recorded(list: ViewedList, { name, params }: NewView) {
  return list === 'orders' ? { list, name } : { list, name, params };
}
