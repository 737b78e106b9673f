import pg from 'pg';

/** PostgreSQL's SQLSTATE for a text with a character that it can't store. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';

/**
 * A value of a statement contains a NUL, or half of a character. The error has PostgreSQL's code, so
 * that callers see the same refusal.
 */
export class UnstorableText extends Error {
  readonly code = CHARACTER_NOT_IN_REPERTOIRE;
  constructor() {
    super('A value of the statement holds a character that cannot be stored.');
  }
}

type Statement = string | { values?: unknown[]; callback?: Done };
type Done = (error: Error) => void;

/**
 * A connection that refuses values with a NUL before it sends them. PostgreSQL can't store them,
 * and its own error would abort the caller's transaction.
 */
export class StorableClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one body for the ten signatures of the library
  override query(statement: any, values?: any, callback?: any): any {
    const given: unknown = Array.isArray(values)
      ? values
      : (statement as Statement & object).values;
    if (!holdsNul(given)) return super.query(statement, values, callback);
    const done: Done | undefined =
      typeof values === 'function' ? values : (callback ?? statement.callback);
    const error = new UnstorableText();
    if (!done) return Promise.reject(error);
    process.nextTick(done, error);
  }
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return Array.isArray(value) && value.some(holdsNul);
}
