import { verifyLedger } from '#server/jobs/verify-ledger.ts';
import { withShop } from './with-shop.ts';

// npm run verify: checks orders, stock and ledger for contradictions; exits with 1 if there are
// any.

await withShop(async (_, { pool }) => {
  const findings = await verifyLedger((query) => pool.query(query));
  for (const { breach, rows } of findings) {
    console.log(`${rows.length === 0 ? 'never   ' : `${rows.length} times`} ${breach}`);
    for (const row of rows.slice(0, 20)) console.log(`         ${JSON.stringify(row)}`);
  }
  const breaches = findings.filter(({ rows }) => rows.length > 0).length;
  console.log(`${findings.length} invariants checked, ${breaches} broken`);
  return breaches === 0 ? 0 : 1;
});
