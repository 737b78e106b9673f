import { withDatabaseLock } from '#db/database-lock.ts';
import type { ShopContext } from './create-context.ts';

/**
 * Runs `work` while no other process decides what this database is used for. If a demo and a
 * production shop start on it at once, the second one sees the mark of the first.
 */
export function withOriginLock<T>(
  { database }: Pick<ShopContext, 'database'>,
  work: () => Promise<T>,
): Promise<T> {
  return withDatabaseLock(database, 'database-origin', work);
}
