import { expect, test } from 'vitest';
import { arriveAt, LOST, loseResponse, refreshItself, watchedBrowser } from '../support/browser.ts';
import { demoPerson, newShopper, payOrder, placeOrder, stockroom } from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

test.each([true, false])('an admin gives money back in parts, with JavaScript: %s', async (js) => {
  const buyer = await newShopper(`Rita Refunded ${js}`);
  const lamp = await goods.add(`Returned Lamp ${js}`, { price: 30 });
  const order = await placeOrder(buyer, lamp);
  await payOrder(buyer, order);
  const { storageState } = await demoPerson('admin@example.com');
  const page = await browser.open({ storageState, javaScriptEnabled: js });
  const refund = async (amount: string) => {
    await page.goto(`/AllOrders?q=${encodeURIComponent(buyer.email)}`);
    await page.getByRole('link', { name: 'Refund', exact: true }).click();
    if (js) await arriveAt(page, 'Refund');
    // Nobody refunds what is left by sending a form that they have not filled in.
    expect(await page.getByLabel('Amount').inputValue()).toBe('');
    await page.getByLabel('Amount').fill(amount);
    await page.getByLabel('Reason').fill('It came back.');
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
  };
  const question = page.getByRole(js ? 'alertdialog' : 'region', {
    name: js ? 'Refund $50.00 for no item and no shipping?' : 'Confirmation',
  });
  const isBack = (amount: string) =>
    page
      .getByText(
        `The refund is made, and the customer gets an email. Amount of the refund: ${amount}.`,
      )
      .waitFor();
  await refund('50,00');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('It came back.');
  expect(await page.getByText('$150.00 can be refunded.').count()).toBe(1);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, refund $50.00' }).click();
  await isBack('$50.00');
  // The page of the order leads to the form for items instead.
  await page.getByRole('link', { name: 'Refund', exact: true }).click();
  const units = page.getByLabel(`Units of Returned Lamp ${js} to refund`);
  await units.waitFor();
  if (js) await expect.poll(() => units.evaluate((field) => field.matches(':focus'))).toBe(true);

  await refund('100.01');
  await page.getByText('At most $100.00 of this order can be refunded.').waitFor();
  await refund('100');
  await page.getByRole('button', { name: 'Yes, refund $100.00' }).click();
  await isBack('$100.00');
  await page.goto(`/AllOrders?q=${encodeURIComponent(buyer.email)}`);
  await page.getByText('Refunded', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Refund', exact: true }).count()).toBe(0);
  await page.goto(`/refundOrder/${order._id}`);
  await page.getByText('There is nothing left to refund for this order.').waitFor();

  const own = await browser.open({ storageState: buyer.storageState, javaScriptEnabled: js });
  await own.goto('/myOrders');
  await own.getByText('Refunded: $150.00').waitFor();
  await own.goto(`/refundOrder/${order._id}`);
  await own.getByText('This page is for the people who run the shop.').waitFor();
});

test('a refund whose response was lost is not made again, also after the page refreshed itself', async () => {
  const buyer = await newShopper('Lars Lost');
  const order = await placeOrder(buyer, await goods.add('Lamp of a Refund', { price: 30 }));
  await payOrder(buyer, order);
  const { storageState } = await demoPerson('admin@example.com');
  const page = await browser.open({ storageState, expects: LOST });
  await page.goto(`/refundOrder/${order._id}`);
  await page.getByLabel('Amount').fill('50');
  await page.getByLabel('Reason').fill('It came back.');
  const ask = () => page.getByRole('button', { name: 'Refund', exact: true }).click();
  const yes = page.getByRole('button', { name: 'Yes, refund' });
  const press = () => yes.click();
  await ask();
  // Otherwise the response with the question would be lost.
  await yes.waitFor();
  await loseResponse(page, `refundOrder/${order._id}`, press);
  await page.getByText('The shop could not be reached.').waitFor();
  await refreshItself(page);
  await page.getByText('$100.00 can be refunded.').waitFor();
  // It was made, so the form starts anew and another refund is possible.
  expect(await page.getByLabel('Amount').inputValue()).toBe('');
  await page.getByLabel('Amount').fill('20');
  await page.getByLabel('Reason').fill('It has a scratch.');
  await ask();
  await press();
  await page.getByText('The refund is made, and the customer gets an email.').waitFor();
  await page.goto(`/refundOrder/${order._id}`);
  await page.getByText('$80.00 can be refunded.').waitFor();
});
