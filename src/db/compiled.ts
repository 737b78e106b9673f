import type { Executor } from './client.ts';

/**
 * A statement whose text is written once for each connection and not for each execution. Writing it
 * is half of what a short statement costs this process. `build` gets the connection and puts
 * `sql.placeholder(name)` where values belong; they are given to `execute`.
 */
export function compiled<Statement>(
  build: (db: Executor) => { prepare(name: string): Statement },
): (db: Executor) => Statement {
  const written = new WeakMap<Executor, Statement>();
  return (db) => {
    const known = written.get(db);
    if (known) return known;
    // Whether PostgreSQL keeps it, too, is the transaction's choice (`prepared`). Drizzle's name
    // would make it keep it always, which poolers don't allow.
    const statement = build(db).prepare('');
    written.set(db, statement);
    return statement;
  };
}
