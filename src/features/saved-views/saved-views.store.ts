import { and, asc, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { SavedView, ViewedList } from './saved-views.schema.ts';
import { savedViews } from './saved-views.table.ts';

export function selectViews(db: Executor, list: ViewedList, limit: number): Promise<SavedView[]> {
  return db
    .select({ id: savedViews.id, name: savedViews.name, params: savedViews.params })
    .from(savedViews)
    .where(eq(savedViews.list, list))
    .orderBy(asc(savedViews.name))
    .limit(limit);
}

export async function selectView(
  db: Executor,
  list: ViewedList,
  name: string,
): Promise<SavedView | undefined> {
  const [row] = await db
    .select({ id: savedViews.id, name: savedViews.name, params: savedViews.params })
    .from(savedViews)
    .where(and(eq(savedViews.list, list), eq(savedViews.name, name)));
  return row;
}

/** Stores a view; one of the same name gets the new address. Returns its id. */
export async function upsertView(
  db: Executor,
  view: typeof savedViews.$inferInsert,
): Promise<string> {
  const [row] = await db
    .insert(savedViews)
    .values(view)
    .onConflictDoUpdate({
      target: [savedViews.list, savedViews.name],
      set: { params: view.params, createdBy: view.createdBy ?? null },
    })
    .returning({ id: savedViews.id });
  if (!row) throw new Error('The view was not stored.');
  return row.id;
}

/** Gives a view another name; returns the earlier one, undefined when there is no such view. */
export async function updateName(
  db: Executor,
  list: ViewedList,
  id: string,
  name: string,
): Promise<{ earlierName: string; params: string } | undefined> {
  const isIt = and(eq(savedViews.id, id), eq(savedViews.list, list));
  const [row] = await db
    .select({ earlierName: savedViews.name, params: savedViews.params })
    .from(savedViews)
    .where(isIt);
  if (row) await db.update(savedViews).set({ name }).where(isIt);
  return row;
}

export async function updateParams(db: Executor, id: string, params: string): Promise<void> {
  await db.update(savedViews).set({ params }).where(eq(savedViews.id, id));
}

export async function countViews(db: Executor, list: ViewedList): Promise<number> {
  return db.$count(savedViews, eq(savedViews.list, list));
}

/** Deletes a view; returns its name and address, undefined when it was gone. */
export async function deleteView(
  db: Executor,
  list: ViewedList,
  id: string,
): Promise<{ name: string; params: string } | undefined> {
  const [row] = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.list, list)))
    .returning({ name: savedViews.name, params: savedViews.params });
  return row;
}
