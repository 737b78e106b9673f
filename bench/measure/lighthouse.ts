import {
  type Category,
  judgePages,
  MIN_SCORES,
  type Run,
} from '../../scripts/lighthouse/judge-pages.ts';
import { abortSignal } from '../abort-signal.ts';
import { type Row, valueRow } from '../figures/row.ts';
import { median } from '../figures/stats.ts';
import type { Measurement } from '../measurement.ts';

/** Lighthouse's scores: performance for each page, the others for all of them. */
export const measureLighthouse: Measurement = async ({ shop, effort, say }) => {
  const { lighthouseRuns: runs, lighthousePages: pages } = effort;
  say(`Lighthouse of ${pages.join(', ')}, ${runs} runs each`);
  const judged = await judgePages(shop.url, { runs, pages, signal: abortSignal });
  for (const { name, runs: done } of judged) {
    for (const failed of new Set(done.flatMap((run) => run.failed))) say(`  ${name}: ${failed}`);
  }
  const scores = (done: Run[], category: Category) => done.map((run) => run.scores[category]);
  const lowest = (category: Category): Row => {
    const medians = judged.map(({ runs: done }) => median(scores(done, category)));
    const what = `Lighthouse ${category}, the lowest of ${pages.length}`;
    return valueRow(what, 'score', [Math.min(...medians)], budgetOf(category));
  };
  return [
    ...judged.map(({ name, runs: done }) =>
      valueRow(
        `Lighthouse performance, ${name}`,
        'score',
        scores(done, 'performance'),
        budgetOf('performance'),
      ),
    ),
    ...judged.map(({ name, runs: done }) =>
      valueRow(
        `LCP as Lighthouse estimates it, ${name}`,
        'ms',
        done.map((run) => run.metrics.LCP),
      ),
    ),
    lowest('accessibility'),
    lowest('best-practices'),
    lowest('seo'),
  ];
};

const budgetOf = (category: Category) => ({ of: 'value', least: MIN_SCORES[category] }) as const;
