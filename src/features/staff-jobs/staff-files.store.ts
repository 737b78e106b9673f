import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { staffFileParts, staffFiles, staffJobs } from './staff-jobs.table.ts';

export type FileRow = typeof staffFiles.$inferSelect;

export async function insertFile(db: Executor, row: typeof staffFiles.$inferInsert): Promise<void> {
  await db.insert(staffFiles).values(row);
}

export async function insertPart(
  db: Executor,
  part: { fileId: string; nr: number; content: Buffer },
): Promise<void> {
  await db.insert(staffFileParts).values(part);
}

export async function markFileStored(
  db: Executor,
  id: string,
  bytes: number,
  at: Date,
): Promise<void> {
  await db.update(staffFiles).set({ bytes, storedAt: at }).where(eq(staffFiles.id, id));
}

export async function selectFile(db: Executor, id: string): Promise<FileRow | undefined> {
  const [row] = await db.select().from(staffFiles).where(eq(staffFiles.id, id));
  return row;
}

/** A part of a file; undefined after the last one. */
export async function selectPart(
  db: Executor,
  fileId: string,
  nr: number,
): Promise<Buffer | undefined> {
  const [row] = await db
    .select({ content: staffFileParts.content })
    .from(staffFileParts)
    .where(and(eq(staffFileParts.fileId, fileId), eq(staffFileParts.nr, nr)));
  return row?.content;
}

export async function deleteFile(db: Executor, id: string): Promise<void> {
  await db.delete(staffFiles).where(eq(staffFiles.id, id));
}

/** The files that no open job needs, oldest first, with their numbers of bytes. */
export function selectRemovable(db: Executor): Promise<FileRow[]> {
  const needing = db
    .select({ id: staffJobs.id })
    .from(staffJobs)
    .where(
      and(
        eq(staffJobs.fileId, staffFiles.id),
        inArray(staffJobs.status, ['waiting', 'running', 'paused', 'undoing']),
      ),
    );
  return db.select().from(staffFiles).where(notExists(needing)).orderBy(asc(staffFiles.createdAt));
}

export async function sumFiles(db: Executor): Promise<{ count: number; bytes: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${staffFiles.bytes}), 0)`.mapWith(Number),
    })
    .from(staffFiles);
  return row ?? { count: 0, bytes: 0 };
}
