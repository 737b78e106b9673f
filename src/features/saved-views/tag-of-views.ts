/** The saved views of products with a tag. They follow when it is renamed on all products, and go back. */
import { lockInTransaction, type Tx } from '#db/client.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import { MAX_VIEWS } from './saved-views.schema.ts';
import { selectViews, updateParams } from './saved-views.store.ts';

/** The list whose addresses name tags of products. */
const LIST = 'products';

/** What a rename changed, for its undo. */
export interface RenamedView {
  id: string;
  before: string;
  after: string;
}

/** Renames a tag in the addresses of all views that name it, in the caller's transaction. */
export async function renameInViews(
  tx: Tx,
  actorId: string,
  { tag, to }: { tag: string; to: string },
): Promise<RenamedView[]> {
  await lockInTransaction(tx, `saved-views ${LIST}`);
  const renamed: RenamedView[] = [];
  for (const { id, name, params: before } of await selectViews(tx, LIST, MAX_VIEWS)) {
    const params = new URLSearchParams(before);
    if (params.get('tag') !== tag) continue;
    params.set('tag', to);
    const after = String(params);
    await setParams(tx, actorId, { id, name, params: after });
    renamed.push({ id, before, after });
  }
  return renamed;
}

/**
 * Gives views back the addresses that they had before a rename, in the caller's transaction. Returns
 * those that stay, because they were changed since, and their names.
 */
export async function takeBackViews(
  tx: Tx,
  actorId: string,
  renamed: RenamedView[],
): Promise<{ names: string[]; left: RenamedView[] }> {
  await lockInTransaction(tx, `saved-views ${LIST}`);
  const views = new Map((await selectViews(tx, LIST, MAX_VIEWS)).map((view) => [view.id, view]));
  const names: string[] = [];
  const left: RenamedView[] = [];
  for (const one of renamed) {
    const view = views.get(one.id);
    if (!view) continue;
    if (view.params === one.after) {
      await setParams(tx, actorId, { ...view, params: one.before });
    } else {
      names.push(view.name);
      left.push(one);
    }
  }
  return { names, left };
}

async function setParams(
  tx: Tx,
  actorId: string,
  { id, name, params }: { id: string; name: string; params: string },
): Promise<void> {
  await updateParams(tx, id, params);
  await recordAudit(tx, actorId, 'view.save', id, { list: LIST, name, params });
}
