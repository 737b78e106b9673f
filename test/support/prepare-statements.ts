import type pg from 'pg';

interface Statement {
  text: string;
  name?: string;
  values?: unknown[];
}

/**
 * Has the sessions of a new pool parse and plan each statement once. Tests send the same statements
 * all the time, and PostgreSQL spent more time with their texts than with their rows.
 */
export function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `test-${names.size}`;
    names.set(text, name);
    return name;
  };
  pool.on('connect', (client) => {
    void client.query('set plan_cache_mode = force_generic_plan');
    const send = client.query.bind(client) as (...request: unknown[]) => unknown;
    const query = (statement: unknown, values?: unknown[], ...rest: unknown[]) =>
      isPreparable(statement, values)
        ? send({ ...statement, name: nameOf(statement.text) }, values, ...rest)
        : send(statement, values, ...rest);
    Object.assign(client, { query });
  });
}

/** Statements without parameters may be several, which can't be prepared. */
function isPreparable(statement: unknown, values: unknown[] | undefined): statement is Statement {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return false;
  const { text, name, values: own } = statement as Partial<Statement>;
  return text !== undefined && !name && (values ?? own ?? []).length > 0;
}
