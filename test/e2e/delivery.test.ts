import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import {
  holdBack,
  overflowOf,
  staysWhenAsked,
  watchedBrowser,
  watchRequests,
} from '../support/browser.ts';
import {
  demoPerson,
  estimateFor,
  fillCart,
  type Goods,
  newShopper,
  stockroom,
} from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();
let kite: Goods;
beforeAll(async () => {
  kite = await goods.add('Delivered Kite', { price: 10 });
});

const PHONE = { width: 360, height: 800 };
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields)) {
    await page.locator(`[name="${name}"]`).fill(text);
  }
};

test.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])(
  'staff make a zone with two ways of delivery on a phone, and a customer chooses one, %s',
  async (_, script) => {
    const options = { javaScriptEnabled: script, viewport: PHONE };
    const { storageState } = await demoPerson('admin@example.com');
    const page = await browser.open({ ...options, storageState, expects: [/422/] });
    const town = script ? 'Quietham' : 'Stillham';
    const look = async (what: string, tab = page) => {
      expect(await overflowOf(tab)).toBe(0);
      if (script) expect(await violationsInBoth(tab, what)).toEqual([]);
    };

    await page.goto('/admin/delivery/new');
    const first = { methods_0_name: 'Slow boat', methods_0_price: '70' };
    await fill(page, { name: town, places_0_countries: 'Atlantis', ...first });
    await page.getByRole('button', { name: 'Add zone' }).last().click();
    await page.getByText('“Atlantis” is not a country.').waitFor();
    // What was refused is still unsaved.
    if (script) await staysWhenAsked(page, 'All zones');
    await fill(page, { places_0_countries: 'Bangladesh', places_0_cityWords: town });
    await page.getByRole('button', { name: 'Add a way of delivery' }).click();
    const second = { name: 'Fast boat', price: '95', daysFrom: '1', daysTo: '2' };
    await page.locator('[name="methods_1_name"]').waitFor();
    await fill(
      page,
      Object.fromEntries(Object.entries(second).map(([name, text]) => [`methods_1_${name}`, text])),
    );
    await look('zone');
    await page.locator('[name="methods_1_name"]').press('Enter');
    await page.getByText('The zone is added').waitFor();

    // What was saved is left without a question.
    await page.getByRole('link', { name: 'All zones' }).click();
    await page.getByRole('heading', { level: 1, name: 'Delivery' }).waitFor();
    if (script) {
      await page.getByLabel('Days off').fill('never');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Please write a day like 2026-12-25.').waitFor();
      await staysWhenAsked(page, town);
      expect(await page.getByLabel('Days off').inputValue()).toBe('never');
    }
    await page.goto('/admin/delivery');
    const up = page.getByRole('button', { name: `Move ${town} up` });
    const stored = async () => {
      const zones: { name: string }[] = await (
        await page.request.get('/api/v1/delivery/zones')
      ).json();
      return zones.map(({ name }) => name).indexOf(town);
    };
    const last = await stored();
    if (script) {
      // Further moves while the first one is still on its way.
      const watched = watchRequests(page);
      const letGo = await holdBack(page, '**/admin/delivery.data*');
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await up.press('Enter');
      await sent;
      await up.press('Enter');
      await page.getByRole('button', { name: `Move ${town} down` }).press('Enter');
      await up.press('Enter');
      letGo();
      await expect.poll(stored).toBe(last - 2);
      await watched.settled();
      const zones = page.getByRole('list', { name: 'Zones' }).locator('> li');
      expect(await zones.nth(last - 2).innerText()).toContain(town);
      expect(await stored()).toBe(last - 2);
    } else {
      for (const index of [last - 1, last - 2]) {
        await up.press('Enter');
        await expect.poll(stored).toBe(index);
      }
    }
    await page.goto('/admin/delivery');
    await page.getByLabel('City').fill(`New ${town}`);
    await page.getByRole('button', { name: 'Show its prices' }).click();
    await page.getByText('Slow boat, preselected').waitFor();
    await look('delivery');

    const shopper = await newShopper('Sailor');
    await fillCart(shopper, kite);
    await estimateFor(shopper, town, '4000');
    const tab = await browser.open({ ...options, storageState: shopper.storageState });
    await tab.goto('/checkOut');
    expect(await tab.getByRole('radio', { name: /Slow boat/ }).isChecked()).toBe(true);
    const total = tab.getByText('Total Amount').locator('xpath=following-sibling::*');
    expect(await total.innerText()).toBe('$80.00');
    const update = tab.getByRole('button', { name: 'Update the total' });
    await tab.getByRole('radio', { name: /Fast boat.*Arrives/ }).check();
    expect(await update.isVisible()).toBe(!script);
    if (!script) await update.click();
    await expect.poll(() => total.innerText()).toBe('$105.00');
    await look('checkout', tab);
    await tab.getByRole('button', { name: 'Pay Later' }).click();
    await tab.waitForURL(/myOrders/);
    await tab.getByText('Fast boat').waitFor();
    await tab.getByText(/^Arrives .* if it is paid by/).waitFor();

    await page.getByRole('link', { name: town, exact: true }).click();
    if (!script) await page.getByLabel('Yes, I am sure').check();
    await page.getByRole('button', { name: 'Remove zone' }).click();
    if (script) await page.getByRole('button', { name: 'Yes, remove zone' }).click();
    await page.getByText('The zone is removed.').waitFor();
  },
);

test('staff add a tax rate on a phone, mend what is wrong with it, and remove it', async () => {
  const staff = await demoPerson('admin@example.com');
  const { storageState } = staff;
  const expects = [/422/, /404/, /412/];
  const page = await browser.open({ viewport: PHONE, storageState, expects });
  const look = async (what: string) => {
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsInBoth(page, what)).toEqual([]);
  };
  await page.goto('/admin/taxes');
  await page.getByText('There is no rate').waitFor();
  await look('no taxes');
  await page.getByRole('link', { name: 'Add rate' }).click();
  // No other test orders to this country.
  await fill(page, { name: 'VSK', rate: '24.12345', country: 'Island' });
  await page.getByRole('button', { name: 'Add rate' }).click();
  await page.getByText('“Island” is not a country.').waitFor();
  await page.getByText('up to four decimals').waitFor();
  await staysWhenAsked(page, 'All rates');
  expect(await page.locator('[name=name]').inputValue()).toBe('VSK');
  await look('tax rate');
  await fill(page, { rate: '24,5', country: 'Iceland' });
  await page.keyboard.press('Control+S');
  await page.getByText('The rate is added.').waitFor();
  await look('taxes');
  // What only the shop finds stands at its field too, and a rate that is not there is not saved.
  await page.getByRole('link', { name: 'Add rate' }).click();
  await fill(page, { name: 'GST', rate: '1', country: 'Iceland' });
  await page.getByRole('button', { name: 'Add rate' }).click();
  await page.getByText('There is already a rate for this').waitFor();
  expect(await page.getByLabel('Country').getAttribute('aria-invalid')).toBe('true');
  const unknown = await page.evaluate(async () => {
    const version = document.querySelector<HTMLInputElement>('[name=version]')?.value ?? '';
    const typed = { intent: 'save', name: 'GST', rate: '1', country: 'Malta', version };
    const body = new URLSearchParams(typed);
    return (await fetch('/admin/taxes/unknown', { method: 'POST', body })).status;
  });
  expect(unknown).toBe(404);
  await page.goto('/admin/taxes');
  await page.getByRole('link', { name: 'VSK 24.5%, Iceland, All categories, shipping' }).click();
  await page.getByRole('heading', { name: 'VSK 24.5%' }).waitFor();
  // What somebody else saves meanwhile is shown before it is replaced.
  const { version, pricesIncludeTax, rates } = await (
    await staff.call('GET', '/api/v1/taxes')
  ).json();
  const changed = rates.map((rate: object) => ({ ...rate, rate: '11' }));
  const saved = await staff.ask('/api/v1/taxes', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'if-match': `"${version}"` },
    body: JSON.stringify({ pricesIncludeTax, rates: changed }),
  });
  expect(saved.status).toBe(200);
  await fill(page, { rate: '12' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('This is saved now.').waitFor();
  await page.getByText('11%', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. It applies to new carts').waitFor();
  await page.getByRole('link', { name: 'VSK 12%, Iceland, All categories, shipping' }).click();
  await page.getByRole('button', { name: 'Remove rate' }).click();
  await page.getByRole('button', { name: 'Yes, remove rate' }).click();
  await page.getByText('The rate is removed.').waitFor();
  await page.getByText('There is no rate').waitFor();
});
