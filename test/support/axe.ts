import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Less than half as long as what the package exports, and sent to every document. */
const SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLORS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };
const ALL: RunOptions = { runOnly: { type: 'tag', values: TAGS } };

type Rules = Pick<AxeResults, 'passes' | 'violations' | 'incomplete'>;
/** Of a rule what is told on: all that axe knows is hundreds of kilobytes for one page. */
interface Rule {
  id: string;
  html: string | undefined;
}

/**
 * Looks at the page once its motions have ended, in the page itself; the shop has no frames.
 * Text that fades in or out has too little contrast on its way.
 */
async function look(page: Page, options: RunOptions, kinds: (keyof Rules)[]): Promise<Rule[]> {
  // A document that was looked at before has it already; reading it takes longer than looking.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ([given, wanted]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const ends = ({ effect, playState }: Animation) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
      const motions = document.getAnimations().filter(ends);
      await Promise.allSettled(motions.map(({ finished }) => finished));
      // Of the other kinds, axe then describes one element each instead of all.
      const found: Rules = await inPage.run(document, { ...given, resultTypes: wanted });
      return wanted.flatMap((kind) =>
        found[kind].map(({ id, nodes }) => ({ id, html: nodes[0]?.html })),
      );
    },
    [options, kinds] as const,
  );
}

/** What breaks WCAG 2.2 AA on the page as it is now. */
export async function violations(page: Page, scene = 'page'): Promise<string[]> {
  return describeAll(page, scene, await look(page, ALL, ['violations']));
}

/**
 * What breaks WCAG 2.2 AA on the page in light and in dark, between which nothing but colors
 * differs.
 */
export async function violationsInBoth(page: Page, scene: string): Promise<string[]> {
  const use = (colorScheme: 'light' | 'dark') =>
    page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await use('dark');
  const dark = await look(page, COLORS, ['violations']);
  await use('light');
  return [
    ...describeAll(page, `${scene} in the dark`, dark),
    ...(await violations(page, `${scene} in the light`)),
  ];
}

function describeAll(page: Page, scene: string, found: Rule[]): string[] {
  const where = `${scene}, ${new URL(page.url()).pathname}`;
  return found.map(({ id, html }) => `${where} ${id}: ${html}`);
}

/** The rules that were looked at, whatever came of it. */
export async function rulesApplied(page: Page): Promise<string[]> {
  const found = await look(page, ALL, ['passes', 'violations', 'incomplete']);
  return found.map(({ id }) => id);
}
