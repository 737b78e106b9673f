import pg from 'pg';

/** The five-character SQLSTATE of a failed query, found through Drizzle's wrapper. */
export function sqlState(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

/** The constraint that a failed query violated, if any. */
export function brokenConstraint(error: unknown): string | undefined {
  return databaseError(error)?.constraint;
}

/** The value of the one column whose unique index a failed query violated, if any. */
export function brokenValue(error: unknown): string | undefined {
  return /=\((.*)\)/s.exec(databaseError(error)?.detail ?? '')?.[1];
}

/** What the database said about a failed query. */
export function databaseMessage(error: unknown): string | undefined {
  return databaseError(error)?.message;
}

function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof pg.DatabaseError) return e;
  }
  return undefined;
}
