import {
  type Category,
  judgePages,
  METRICS,
  type Metric,
  MIN_SCORES,
  type Run,
} from './lighthouse/judge-pages.ts';
import { withTemporaryShop } from './temporary-shop.ts';

// npm run lighthouse: runs Lighthouse on a freshly started demo shop, on a slow phone, signed in.
// Prints the medians of three runs; exits with 1 when one is below the required score.

const RUNS = 3;

await withTemporaryShop(async ({ url }) => {
  const judged = await judgePages(url, { runs: RUNS });
  for (const { name, runs } of judged) {
    for (const failed of new Set(runs.flatMap((run) => run.failed)))
      console.log(`${name}: ${failed}`);
  }
  console.table(Object.fromEntries(judged.map(({ name, runs }) => [name, summary(runs)])));
});

/** A row of the table; sets the exit code to 1 when a score is too low. */
function summary(runs: Run[]): Record<string, string | number> {
  const scores = Object.entries(MIN_SCORES).map(([name, least]): [string, number] => {
    const score = median(runs.map((run) => run.scores[name as Category]));
    if (score < least) process.exitCode = 1;
    return [name, score];
  });
  const metrics = Object.keys(METRICS).map((name): [string, string] => {
    const value = median(runs.map((run) => run.metrics[name as Metric]));
    return [name, name === 'CLS' ? value.toFixed(3) : `${Math.round(value)} ms`];
  });
  return Object.fromEntries([...scores, ...metrics]);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
