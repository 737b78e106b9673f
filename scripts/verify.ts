import { verifyLedger } from '#server/verify/verify-ledger.ts';
import { withShop } from './with-shop.ts';

// npm run verify: checks orders, stock and ledger for contradictions; exits with 1 if there are
// any.

await withShop(async (_, database) => {
  // With a million orders a query takes minutes.
  const own = database.beside({ maxConnections: 1, statementMs: null });
  const findings = await verifyLedger((query) => own.pool.query(query)).finally(own.close);
  for (const { breach, rows } of findings) {
    console.log(`${rows.length === 0 ? 'never   ' : `${rows.length} times`} ${breach}`);
    for (const row of rows.slice(0, 20)) console.log(`         ${JSON.stringify(row)}`);
  }
  const breaches = findings.filter(({ rows }) => rows.length > 0).length;
  console.log(`${findings.length} invariants checked, ${breaches} broken`);
  return breaches === 0 ? 0 : 1;
});
