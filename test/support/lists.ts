import type { Page } from 'playwright-core';

/** What a list's address says, as `name=value`. */
export const queryOf = (page: Page) =>
  [...new URL(page.url()).searchParams].map((pair) => pair.join('='));

/** The cards that are shown. */
export const cards = (page: Page) => page.getByRole('main').getByRole('article');
export const namesOf = (page: Page) => cards(page).getByRole('heading').allTextContents();

/** Waits until the list says how many there are. */
export const count = (page: Page, text: string) =>
  page.getByRole('main').getByText(text, { exact: true }).first().waitFor();
