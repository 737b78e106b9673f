import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Looked = Awaited<ReturnType<AxeBuilder['analyze']>>;

// The legacy mode looks at the page alone, in the page itself; the shop has no frames.
const builder = (page: Page) => new AxeBuilder({ page }).setLegacyMode();
const look = (page: Page) => builder(page).withTags(TAGS).analyze();

/** What breaks WCAG 2.2 AA on the page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  return describeAll(page, 'page', await look(page));
}

/** The same in light and in dark, between which nothing but colours differs. */
export async function violationsInBoth(page: Page, scene: string): Promise<string[]> {
  const use = (colorScheme: 'light' | 'dark') =>
    page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await use('dark');
  const dark = await builder(page).withRules(['color-contrast']).analyze();
  await use('light');
  const light = await look(page);
  return [
    ...describeAll(page, `${scene} in the dark`, dark),
    ...describeAll(page, `${scene} in the light`, light),
  ];
}

function describeAll(page: Page, scene: string, { violations: found }: Looked): string[] {
  const where = `${scene}, ${new URL(page.url()).pathname}`;
  return found.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.html}`);
}

/** The rules that were looked at, whatever came of it. */
export async function rulesApplied(page: Page): Promise<string[]> {
  const { passes, violations: broken, incomplete } = await look(page);
  return [...passes, ...broken, ...incomplete].map(({ id }) => id);
}
