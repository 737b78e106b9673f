import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Less than half as long as what the package exports, and sent to every document. */
const SOURCE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const CONTRAST = 'color-contrast';
const COLORS: RunOptions = { runOnly: { type: 'rule', values: [CONTRAST] } };
const ALL: RunOptions = { runOnly: { type: 'tag', values: TAGS } };
const ALL_BUT_COLORS: RunOptions = { ...ALL, rules: { [CONTRAST]: { enabled: false } } };
/** An attribute of what has the same colors as others beside it. Contrast takes the longest. */
const ALIKE = 'data-alike';

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
  await page.evaluate(async () => {
    const ends = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    const motions = document.getAnimations().filter(ends);
    await Promise.allSettled(motions.map(({ finished }) => finished));
  });
  if (options === COLORS) await page.evaluate(markAlike, ALIKE);
  return page.evaluate(
    async ([given, wanted, alike]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      // Of the other kinds, axe then describes one element each instead of all.
      const found: Rules = await inPage.run(alike === null ? document : { exclude: [alike] }, {
        ...given,
        resultTypes: wanted,
      });
      return wanted.flatMap((kind) =>
        found[kind].map(({ id, nodes }) => ({ id, html: nodes[0]?.html })),
      );
    },
    [options, kinds, options === COLORS ? `[${ALIKE}]` : null] as const,
  );
}

/**
 * Runs in the page. Marks what has the same elements in it as others beside it, with the same
 * attributes, states and colors, such as rows of a table: the first and the last of each kind stay.
 */
function markAlike(mark: string): void {
  const STATES =
    /^(?:role|type|tabindex|hidden|disabled|checked|aria-(?!label|describ|control|own|active).*)$/;
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
  const kindOf = (element: Element): string => {
    const { color, backgroundColor } = getComputedStyle(element);
    const attributes = [...element.attributes].map(
      ({ name, value }) => `${name}=${STATES.test(name) ? value : value !== ''}`,
    );
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.nodeValue?.trim(),
    );
    const own = [element.tagName, element.className, hasText, color, backgroundColor];
    const kinds = new Map<string, Element[]>();
    const children = [...element.children].map((child) => {
      const kind = kindOf(child);
      kinds.set(kind, [...(kinds.get(kind) ?? []), child]);
      return kind;
    });
    for (const alike of kinds.values()) {
      for (const child of alike.slice(1, -1)) child.setAttribute(mark, '');
    }
    return `(${[...own, ...attributes, ...new Set(children)].join()})`;
  };
  kindOf(document.body);
}

/** What breaks WCAG 2.2 AA on the page as it is now. */
export async function violations(page: Page, scene = 'page'): Promise<string[]> {
  const found = await look(page, ALL_BUT_COLORS, ['violations']);
  return describeAll(page, scene, [...found, ...(await look(page, COLORS, ['violations']))]);
}

/** In what pages are shown; between light and dark nothing but colors differs. */
const schemes = new WeakMap<Page, 'light' | 'dark'>();

/** What breaks WCAG 2.2 AA on the page in light and in dark. It begins with what it ended with. */
export async function violationsInBoth(page: Page, scene: string): Promise<string[]> {
  const first = schemes.get(page) ?? 'light';
  const second = first === 'light' ? 'dark' : 'light';
  const use = (colorScheme: 'light' | 'dark') =>
    page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await use(first);
  const all = await violations(page, `${scene} in ${first}`);
  await use(second);
  schemes.set(page, second);
  const colors = await look(page, COLORS, ['violations']);
  return [...all, ...describeAll(page, `${scene} in ${second}`, colors)];
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
