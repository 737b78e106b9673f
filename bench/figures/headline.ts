import { isWithin, type Row } from './row.ts';

/** The lines that the README shows, by name. A size at the end of a name is left out. */
export const HEADLINE = [
  'category page',
  'POST /orders',
  'memory under load, its peak',
  'start with data',
  'LCP on a phone, home',
  'tap to paint (INP), add to cart',
  'script of a first load, the most',
  'Lighthouse performance, home',
];

/** Throws when the run did not measure one of them. */
export function headlineRows(rows: Row[]): Row[] {
  return HEADLINE.map((name) => {
    const row = rows.find(({ what }) => what.replace(/, [\d.]+ \w+$/, '') === name);
    if (!row) throw new Error(`No line is called "${name}".`);
    return row;
  });
}

/** How many budgets are met, such as '33 of 36 budgets kept'. */
export function budgetsKept(rows: Row[]): string {
  const judged = rows.map(isWithin).filter((within) => within !== null);
  return `${judged.filter(Boolean).length} of ${judged.length} budgets kept`;
}
