import { setTimeout as sleep } from 'node:timers/promises';
import { BUDGETS } from '../figures/budgets.ts';
import { type Row, valueRow } from '../figures/row.ts';
import type { Measurement } from '../measurement.ts';
import { judge, LOOKED_AT, resultsOf } from '../relevance/judge.ts';
import { PLAIN_SEARCHES, TYPING_ERRORS } from '../relevance/judged-searches.ts';

/** The job that reads the words of a new shop has done so long before. */
const WORDS_WITHIN_MS = 30_000;

/** Whether searches find what people look for. The result does not depend on the machine. */
export const measureRelevance: Measurement = async ({ shop: { url }, say }) => {
  const find = async (q: string) => {
    const found = (await (await fetch(url + resultsOf(q))).json()) as { slug: string }[];
    return found.map(({ slug }) => slug);
  };
  const until = Date.now() + WORDS_WITHIN_MS;
  while ((await find('hodie')).length === 0 && Date.now() < until) await sleep(500);
  const rows: Row[] = [];
  for (const [what, searches, budget] of [
    ['searches', PLAIN_SEARCHES, BUDGETS.rightAmongFirst],
    ['searches with a typing error', TYPING_ERRORS, BUDGETS.rightWithTypingErrors],
  ] as const) {
    const { share, missed } = await judge(searches, find);
    for (const line of missed) say(`not found: ${line}`);
    const title = `a right product among the first ${LOOKED_AT}, ${searches.length} ${what}`;
    rows.push(valueRow(title, '%', [share * 100], budget));
  }
  return rows;
};
