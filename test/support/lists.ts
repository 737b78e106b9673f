import type { Locator, Page } from 'playwright-core';

/** What a list's address says, as `name=value`. */
export const queryOf = (page: Page) =>
  [...new URL(page.url()).searchParams].map((pair) => pair.join('='));

/** The cards that are shown. */
export const cards = (page: Page) => page.getByRole('main').getByRole('article');
export const namesOf = (page: Page) => cards(page).getByRole('heading').allTextContents();

/** Waits until the list says how many there are. */
export const count = (page: Page, text: string) =>
  page.getByRole('main').getByText(text, { exact: true }).first().waitFor();

/** A value's name, and the count after it. */
const withCount = (value: string) => new RegExp(`^${value}( [\\d,]+\\+?)?$`);

/** The check box of a filter's value, which may be folded away. */
export const choice = (place: Page | Locator, value: string) =>
  place.getByRole('checkbox', { name: withCount(value), includeHidden: true });

/** The label of a filter's value, which people press, because its box is not to be seen. */
export const labelOf = (place: Page | Locator, value: string) =>
  place.locator('label').filter({ hasText: withCount(value) });

/** The rows of a table of the console, and the names that lead to their pages. */
export const rowsOf = (page: Page) => page.getByRole('main').locator('tr[data-row]');
export const namesInTable = (page: Page) => rowsOf(page).getByRole('link').allTextContents();
/** The statuses of the rows in the table of products. */
export const statusesOf = (page: Page) => rowsOf(page).locator('td:nth-child(4)').allTextContents();

/** Waits until the script runs. Before, the link to more rows leads to the first added one by itself. */
export const hydrated = (page: Page) => page.locator('a[href$="show=48"]').waitFor();
