import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import { choice, labelOf, namesOf } from '../support/lists.ts';
import { signInAs } from '../support/people.ts';

const browser = watchedBrowser();

test('offers gender and tags folded, and keeps a group open that is set', async () => {
  const page = await browser.open({ viewport: { width: 1280, height: 900 } });
  await signInAs(page, 'shopper@example.com');
  await page.goto('/cloths?tag=wool');
  await page.getByRole('link', { name: 'Remove filter Tag wool' }).waitFor();
  const found = await namesOf(page);
  expect(found.toSorted()).toEqual([
    'Corran Wide Trousers',
    'Skerry Cable Jumper',
    'Tarn Wool Coat',
  ]);
  const filters = page.getByRole('form', { name: 'Filter and sort' });
  expect(await choice(filters, 'wool').isChecked()).toBe(true);
  // A shop of one brand has nothing to choose.
  expect(await filters.getByText('Brand', { exact: true }).count()).toBe(0);
  expect(await labelOf(filters, 'Women').isVisible()).toBe(false);
  await filters.locator('summary', { hasText: 'Gender' }).click();
  await labelOf(filters, 'Unisex').click();
  await page.waitForURL(/gender=Unisex/);
  await expect.poll(() => namesOf(page)).toEqual(['Skerry Cable Jumper']);
  await page.goBack();
  await expect.poll(() => namesOf(page)).toEqual(found);
});
