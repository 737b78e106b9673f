import type pg from 'pg';

interface Statement {
  text: string;
  name?: string;
  values?: unknown[];
}

/**
 * Has the sessions of a pool parse and plan each statement once. A run of many lives sends the same
 * statements all the time, and planning took most of its processor time.
 */
export async function prepareStatements(pool: pg.Pool): Promise<void> {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `life-${names.size}`;
    names.set(text, name);
    return name;
  };
  const isDone = new WeakSet<pg.ClientBase>();
  const prepare = (client: pg.ClientBase) => {
    if (isDone.has(client)) return;
    isDone.add(client);
    void client.query('set plan_cache_mode = force_generic_plan');
    const send = client.query.bind(client) as (...request: unknown[]) => unknown;
    const query = (statement: unknown, values?: unknown[], ...rest: unknown[]) =>
      isPreparable(statement, values)
        ? send({ ...statement, name: nameOf(statement.text) }, values, ...rest)
        : send(statement, values, ...rest);
    Object.assign(client, { query });
  };
  pool.on('connect', prepare);
  // Some sessions are open already.
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of all) {
    prepare(client);
    client.release();
  }
}

/** Statements without parameters may be several, which can't be prepared. */
function isPreparable(statement: unknown, values: unknown[] | undefined): statement is Statement {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return false;
  const { text, name, values: own } = statement as Partial<Statement>;
  return text !== undefined && !name && (values ?? own ?? []).length > 0;
}
