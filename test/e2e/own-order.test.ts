import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { watchedBrowser } from '../support/browser.ts';
import { newShopper, payOrder, placeOrder, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

test.each([true, false])(
  'a customer looks at an order, buys it again and cancels it, with JavaScript: %s',
  async (javaScriptEnabled) => {
    const buyer = await newShopper('Olive Order');
    const hat = await goods.add('Ordered Hat', { price: 12 });
    const order = await placeOrder(buyer, hat, { quantity: 2 });
    await payOrder(buyer, order);
    const page = await browser.open({
      storageState: buyer.storageState,
      javaScriptEnabled,
      viewport: { width: 360, height: 740 },
    });
    await page.goto('/myOrders');
    await page
      .getByRole('heading', { name: /^Order/ })
      .getByRole('link')
      .click();
    await page.getByText('$12.00 × 2').waitFor();
    await page.getByText('Paid on').waitFor();
    await page.getByRole('link', { name: /^Invoice INV-/ }).click();
    await page.getByRole('heading', { name: /^Invoice INV-/, level: 1 }).waitFor();
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 700 });
    const sheet = page.locator('.document');
    expect(await sheet.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    if (size) await page.setViewportSize(size);
    await page.getByRole('row', { name: /Ordered Hat.* 2 \$24\.00$/ }).waitFor();
    const buttons = await page.getByRole('button', { name: 'Print' }).count();
    expect(buttons).toBe(javaScriptEnabled ? 1 : 0);
    if (javaScriptEnabled) expect(await violationsInBoth(page, 'an invoice')).toEqual([]);
    // On paper there is the document alone.
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main').innerText()).not.toMatch(/Print|^Order/);
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    await page.emulateMedia({ media: null });
    await page.goBack();
    await page.getByRole('button', { name: 'Buy again' }).click();
    await page.getByText('Ordered Hat').first().waitFor();
    await page.waitForURL((url) => url.pathname === '/shoppingCart');

    await page.goto(`/myOrders/${order._id}`);
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    const question = page.getByRole(javaScriptEnabled ? 'alertdialog' : 'region', {
      name: javaScriptEnabled ? /Cancel order/ : 'Confirmation',
    });
    await question.getByText('we refund').waitFor();
    await question.getByRole('button', { name: 'Cancel the order' }).click();
    await page.getByText('The order is cancelled, and your refund is on its way.').waitFor();
    await page.getByText('2 cancelled and refunded').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the order' }).count()).toBe(0);
    // Nothing comes any more, so nothing is asked or promised about it.
    for (const path of ['myOrders', 'checkOut']) {
      await page.goto(`/${path}/${order._id}`);
      await page.getByRole('heading', { name: /^Order/, level: 1 }).waitFor();
      expect(await page.getByText(/Arrives|Address missing/).count()).toBe(0);
    }
    if (javaScriptEnabled) expect(await violationsInBoth(page, 'an own order')).toEqual([]);
    await page.goto('/myOrders?state=cancelled');
    await page.getByText('Cancelled on').waitFor();
    await page.getByText('Refunded: $144.00').waitFor();
  },
);
