/**
 * Looks for contradictions in orders, stock and ledger. Each query finds breaches of one invariant
 * of docs/architecture.md. The queries work on whole sets, so that a million orders take minutes.
 * They only read, so they can run beside the shop at any time. They write conditions out that
 * features have as functions or fragments, so that they notice mistakes there.
 */
import { documentQueries } from './document-queries.ts';
import { orderQueries } from './order-queries.ts';
import { paymentQueries } from './payment-queries.ts';
import { returnQueries } from './return-queries.ts';
import { stockQueries } from './stock-queries.ts';

export interface LedgerFinding {
  /** The rule that is broken if the query finds rows. */
  breach: string;
  rows: unknown[];
}

const queries: Record<string, string> = {
  ...stockQueries,
  ...orderQueries,
  ...paymentQueries,
  ...returnQueries,
  ...documentQueries,
};

/** Runs all queries; returns each with the rows that it found. */
export async function verifyLedger(
  ask: (query: string) => Promise<{ rows: unknown[] }>,
): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  for (const [breach, query] of Object.entries(queries)) {
    findings.push({ breach, rows: (await ask(query)).rows });
  }
  return findings;
}
