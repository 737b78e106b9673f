import {
  type Category,
  judgePages,
  LEAST,
  type Run,
} from '../../scripts/lighthouse/judge-pages.ts';
import { calledOff } from '../called-off.ts';
import { type Row, valueRow } from '../figures/row.ts';
import { median } from '../figures/stats.ts';
import type { Measurement } from '../measurement.ts';

/** Lighthouse's scores; how fast a page is depends on the page, the others hold for all of them. */
export const measureLighthouse: Measurement = async ({ shop, effort, say }) => {
  say(`Lighthouse, ${effort.lighthouseRuns} runs of each page`);
  const judged = await judgePages(shop.url, { runs: effort.lighthouseRuns, signal: calledOff });
  for (const { name, runs } of judged) {
    for (const failed of new Set(runs.flatMap((run) => run.failed))) say(`  ${name}: ${failed}`);
  }
  const scores = (runs: Run[], category: Category) => runs.map((run) => run.scores[category]);
  const lowest = (category: Category): Row => {
    const medians = judged.map(({ runs }) => median(scores(runs, category)));
    const what = `Lighthouse ${category}, the lowest of four pages`;
    return valueRow(what, 'score', [Math.min(...medians)], budgetOf(category));
  };
  return [
    ...judged.map(({ name, runs }) =>
      valueRow(
        `Lighthouse performance, ${name}`,
        'score',
        scores(runs, 'performance'),
        budgetOf('performance'),
      ),
    ),
    ...judged.map(({ name, runs }) =>
      valueRow(
        `LCP as Lighthouse reckons it, ${name}`,
        'ms',
        runs.map((run) => run.metrics.LCP),
      ),
    ),
    lowest('accessibility'),
    lowest('best-practices'),
    lowest('seo'),
  ];
};

const budgetOf = (category: Category) => ({ of: 'value', least: LEAST[category] }) as const;
