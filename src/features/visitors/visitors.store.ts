import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { queryPrepared, textOf } from '#db/prepared.ts';
import {
  sessionQuery,
  type VisitorKeys,
  type VisitorRow,
  visitorsQuery,
} from './visitors-query.ts';

const oneVisitor = textOf(sql`select ${visitorsQuery('$1', '$2')} as visitors`);

const oneSession = textOf(sessionQuery('$1'));

export async function selectSession(
  { pool }: Pick<Database, 'pool'>,
  token: string,
): Promise<VisitorRow['session']> {
  const [row] = await queryPrepared<Pick<VisitorRow, 'session'>>(pool, oneSession, [token]);
  return row?.session ?? null;
}

export async function selectVisitor(
  { pool }: Pick<Database, 'pool'>,
  { sessionToken, cartTokenHash }: VisitorKeys,
): Promise<VisitorRow> {
  const values = [[sessionToken], [cartTokenHash]];
  const [row] = await queryPrepared<{ visitors: VisitorRow[] }>(pool, oneVisitor, values);
  const [visitor] = row?.visitors ?? [];
  if (!visitor) throw new Error('PostgreSQL returned no visitor.');
  return visitor;
}
