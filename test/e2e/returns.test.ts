import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBoth } from '../support/axe.ts';
import { LOST, loseResponse, typeCard, watchedBrowser } from '../support/browser.ts';
import { imagesOf } from '../support/images.ts';
import {
  addAddress,
  demoPerson,
  newShopper,
  payOrder,
  placeOrder,
  stockroom,
} from '../support/people.ts';

const browser = watchedBrowser();
const goods = stockroom();

test('a customer without script sends a coat back for a refund and one in exchange, staff take both, then refund a part of the rest', async () => {
  const buyer = await newShopper('Rita Return');
  const sku = `COAT-${Date.now()}`;
  const coat = await goods.add('Returned Coat', {
    price: 50,
    inventory: undefined,
    variants: [
      { sku, size: 'M', inventory: 5 },
      { sku: `${sku}-L`, size: 'L', price: 45, inventory: 1 },
    ],
  });
  const order = await placeOrder(buyer, { ...coat, price: 50 }, { quantity: 3, sku });
  await payOrder(buyer, order);
  const { _id: id } = order;
  await addAddress(buyer, id);
  const admin = await demoPerson('admin@example.com');
  const desk = await browser.open({
    storageState: admin.storageState,
    viewport: { width: 1440, height: 900 },
    expects: LOST,
  });
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByRole('button', { name: 'Ship', exact: true }).click();
  await desk.getByRole('button', { name: 'Mark as delivered' }).click();
  await desk.getByText('The parcel is marked as delivered').waitFor();

  const own = await browser.open({
    storageState: buyer.storageState,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  await own.goto('/myOrders');
  await own.getByRole('link', { name: 'Return items' }).click();
  const units = own.getByLabel('Units of Returned Coat');
  // With a single item at least one unit comes back.
  expect(await units.inputValue()).toBe('1');
  expect(await units.locator('option').allTextContents()).toEqual(['1', '2', '3']);
  await own.getByLabel('Note').fill('Sleeves');
  await own.getByRole('button', { name: 'Ask for a return' }).click();
  // Without a reason it is refused, and what was typed is still there.
  await own.getByText('Please choose why each item comes back.').waitFor();
  await own.locator('select[name=reason][aria-invalid=true]:focus').waitFor();
  expect(await units.inputValue()).toBe('1');
  await own.getByLabel('Reason for Returned Coat').selectOption('Too long');
  const photo = async () => ({
    ...{ name: 'IMG_1.jpg', mimeType: 'image/jpeg' },
    buffer: await imagesOf.jpeg(),
  });
  await own.getByLabel('Up to 3 photos').setInputFiles([await photo(), await photo()]);
  await own.getByRole('button', { name: 'Ask for a return' }).click();
  await own.getByText('We have your request').waitFor();
  await own.getByRole('button', { name: 'Withdraw the request' }).waitFor();
  await own.goto(`/myOrders/${id}`);
  await own.getByText('return of 1 requested', { exact: true }).waitFor();
  await own.goBack();
  const photos = (page: Page) => page.getByRole('img', { name: /\d of \d\. Opens in a new tab/ });
  expect(await photos(own).count()).toBe(2);
  await own.getByText('Add photos').click();
  await own.getByLabel('One photo').setInputFiles({ ...(await photo()), name: 'note.txt' });
  await own.getByRole('button', { name: 'Send the photos' }).click();
  await own.getByText('We have your photos.').waitFor();
  expect(await photos(own).count()).toBe(3);
  expect(await own.getByText('Add photos').count()).toBe(0);

  await desk.goto(`/admin/orders?returns=open&q=${encodeURIComponent(buyer.email)}`);
  await desk.getByText('Return requested').last().waitFor();
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByText('Note: Sleeves').waitFor();
  const shown = photos(desk).first();
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(900);
  const large = await desk.request.get(String(await shown.getAttribute('src')));
  expect(large.headers()).toMatchObject({
    ...{ 'content-type': 'image/webp', 'cache-control': 'private, no-store' },
    'x-robots-tag': 'noindex',
  });
  const guest = await browser.open();
  const refused = await guest.request.get(large.url(), { maxRedirects: 0 });
  expect(refused.headers().location).toContain('/login');
  expect(await violationsInBoth(desk, 'a requested return')).toEqual([]);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await desk.getByText('The return is approved').waitFor();
  await own.reload();
  await own.getByRole('link', { name: 'Print the return slip' }).click();
  const slip = own.getByRole('main');
  await slip.getByRole('heading', { name: 'Return slip' }).waitFor();
  const postage = 'The customer pays the postage for the way back.';
  for (const said of [sku, 'Too long', 'Sleeves', '12 Agrabad Avenue', postage]) {
    await slip.getByText(said, { exact: true }).waitFor();
  }
  await own.goBack();
  // What is not as new does not go into the stock, unless staff say so.
  const condition = desk.getByLabel('Condition of Returned Coat');
  const restock = desk.getByRole('checkbox', { name: 'To the stock', exact: true });
  expect([await condition.inputValue(), await restock.isChecked()]).toEqual(['as_new', true]);
  await condition.selectOption('Worn');
  expect(await restock.isChecked()).toBe(false);
  await restock.check();
  await condition.selectOption('Damaged');
  expect(await restock.isChecked()).toBe(true);
  await condition.selectOption('As new');
  expect(await violationsInBoth(desk, 'a return on its way')).toEqual([]);
  await desk.getByRole('button', { name: 'Receive' }).click();
  await desk.getByText('Empty refunds the price of what came, $50.00.').waitFor();
  const refunded = desk.getByLabel('Amount, at most').first();
  await refunded.fill('50');
  await desk.getByRole('button', { name: 'Refund and close' }).click();
  await desk.getByRole('heading', { name: 'Refund $50.00 and close the return?' }).waitFor();
  // Its response is lost, and the page is not loaded again either: pressing again does it once.
  const yes = desk.getByRole('button', { name: 'Yes, refund $50.00' });
  const all = new RegExp(`${id}\\.data`);
  await desk.route(all, (route) => route.abort());
  await loseResponse(desk, `admin/orders/${id}`, () => yes.click());
  await desk.getByText('The shop could not be reached.').waitFor();
  await desk.unroute(all);
  expect(await refunded.inputValue()).toBe('50');
  await desk.getByRole('button', { name: 'Refund and close' }).click();
  await desk.getByText('Amount of the refund: $50.00.').waitFor();
  await desk.getByText('Return closed').first().waitFor();

  // Another one comes back for a larger size, which costs less.
  await own.reload();
  await units.selectOption('1');
  await own.getByLabel('Reason for Returned Coat').selectOption('Too small');
  const wanted = own.getByLabel('Refund or exchange of Returned Coat');
  await wanted.selectOption('Exchange for L, $5.00 back each');
  const noPhoto = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('none') };
  await own.getByLabel('Up to 3 photos').first().setInputFiles(noPhoto);
  await own.getByRole('button', { name: 'Ask for a return' }).click();
  await own.getByText('In exchange, reserved:').waitFor();
  // A photo that can't be read does not lose the request.
  await own.getByText('We have your request, but not all of its photos').waitFor();
  expect(await own.getByLabel('Reason for Returned Coat').inputValue()).toBe('');
  // Nobody else can have it.
  expect(await wanted.count()).toBe(0);
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: 'Receive' }).click();
  await desk.getByText('Refunded $5.00').waitFor();
  await desk.getByLabel('Carrier').first().fill('DHL');
  expect(await violationsInBoth(desk, 'an exchange to send')).toEqual([]);
  await desk.getByRole('button', { name: 'Send exchange' }).click();
  await desk.getByText('The exchange is sent').waitFor();
  await desk.getByText('1 in exchange').waitFor();
  await own.goto(`/myOrders/${id}`);
  await own.getByText('In exchange: 1 × Returned Coat, L').waitFor();

  await desk.getByText('Refund items or shipping').click();
  await desk.getByLabel('Units of Returned Coat, M to refund').fill('1');
  await desk.getByText('Empty refunds $50.00.').waitFor();
  await desk.getByLabel('Amount, at most').fill('20');
  await desk.getByLabel('Why it is refunded').fill('A stain');
  expect(await violationsInBoth(desk, 'the form that refunds items')).toEqual([]);
  await desk.getByRole('button', { name: 'Refund these items' }).click();
  await desk.getByRole('button', { name: 'Yes, refund $20.00' }).click();
  await desk.getByText('Amount of the refund: $20.00.').waitFor();
  // The customer keeps it, at a lower price.
  await desk.getByText('(price lowered)').waitFor();
  expect(await desk.getByText('Refunded $20.00').count()).toBe(1);

  await own.goto(`/returnOrder/${id}`);
  await own.getByText('Return closed').first().waitFor();
  await own.getByText('In exchange, sent:').waitFor();
  await own.goto('/myOrders');
  await own.getByRole('link', { name: 'Return closed' }).waitFor();
  expect(await own.getByRole('link', { name: 'Return items' }).count()).toBe(1);
  expect(await own.getByText('Address missing').count()).toBe(0);

  // The exchange arrives, and does not fit either.
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByRole('button', { name: 'Mark as delivered' }).click();
  await desk.getByText('The parcel is marked as delivered').waitFor();
  const scripted = await browser.open({ storageState: buyer.storageState });
  await scripted.goto(`/returnOrder/${id}`);
  await scripted.getByRole('heading', { name: 'What you got in exchange' }).waitFor();
  expect(await violationsInBoth(scripted, 'the returns of an order')).toEqual([]);
  await own.goto(`/returnOrder/${id}`);
  const part = own.locator('section').filter({ hasText: 'What you got in exchange' });
  await part.getByLabel('Units of Returned Coat, L').selectOption('1');
  await part.getByLabel('Reason for Returned Coat, L').selectOption('Too large');
  await part.getByRole('button', { name: 'Ask for a return' }).click();
  await own.getByText('1 × Returned Coat, L (Too large)').waitFor();
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByText('What was sent in exchange for return').waitFor();
  await desk.getByRole('button', { name: 'Approve' }).click();
  await desk.getByRole('button', { name: 'Receive' }).click();
  await desk.getByText('Empty refunds the price of what came, $45.00.').waitFor();
  await desk.getByRole('button', { name: 'Refund and close' }).click();
  await desk.getByRole('button', { name: 'Yes, refund $45.00' }).click();
  await desk.getByText('Amount of the refund: $45.00.').waitFor();

  // The customer calls about the last one, and staff record it.
  await desk.getByText('Record a return').click();
  const takenBack = desk.getByLabel('Units of Returned Coat, M to take back');
  await takenBack.fill('1');
  expect(await violationsInBoth(desk, 'the form that records a return')).toEqual([]);
  await desk.getByRole('button', { name: 'Record this return' }).click();
  await desk.getByText('Please choose why each item comes back.').waitFor();
  expect(await takenBack.inputValue()).toBe('1');
  await desk.getByLabel('Reason for Returned Coat, M').selectOption('Damaged');
  await desk.getByRole('button', { name: 'Record this return' }).click();
  await desk.getByText('The return is recorded and approved').waitFor();
  expect(await desk.getByText('Record a return').count()).toBe(0);
  await desk.getByRole('link', { name: 'Return slip' }).click();
  await desk.getByText('The shop pays the postage for the way back.').waitFor();
  await desk.getByRole('link', { name: 'Back to the order' }).click();
  await desk.getByRole('button', { name: 'Receive' }).waitFor();
  // It is damaged, so nobody else gets it, also when staff have no script.
  const plain = await browser.open({
    storageState: admin.storageState,
    javaScriptEnabled: false,
  });
  await plain.goto(`/admin/orders/${id}`);
  expect(await condition.inputValue()).toBe('damaged');
  expect(await restock.isChecked()).toBe(false);
  expect(await plain.getByLabel('Condition of Returned Coat').inputValue()).toBe('damaged');
  expect(await plain.getByRole('checkbox', { name: 'To the stock', exact: true }).isChecked()).toBe(
    false,
  );
});

test('a customer pays by card what a dearer size costs more, and staff then send it', async () => {
  const buyer = await newShopper('Ines Instead');
  const sku = `CAPE-${Date.now()}`;
  const cape = await goods.add('Exchanged Cape', {
    price: 50,
    inventory: undefined,
    variants: [
      { sku, size: 'M', inventory: 5 },
      { sku: `${sku}-L`, size: 'L', price: 60, inventory: 1 },
    ],
  });
  const order = await placeOrder(buyer, { ...cape, price: 50 }, { quantity: 2, sku });
  await payOrder(buyer, order);
  const { _id: id } = order;
  await addAddress(buyer, id);
  const admin = await demoPerson('admin@example.com');
  const desk = await browser.open({ storageState: admin.storageState });
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByRole('button', { name: 'Ship', exact: true }).click();
  await desk.getByRole('button', { name: 'Mark as delivered' }).click();
  await desk.getByText('The parcel is marked as delivered').waitFor();

  const own = await browser.open({ storageState: buyer.storageState });
  const askAndApprove = async () => {
    await own.goto(`/returnOrder/${id}`);
    await own.getByLabel('Units of Exchanged Cape').selectOption('1');
    await own.getByLabel('Reason for Exchanged Cape').selectOption('Too small');
    const wanted = own.getByLabel('Refund or exchange of Exchanged Cape');
    await wanted.selectOption('Exchange for L, you pay $10.00 more each');
    await own.getByRole('button', { name: 'Ask for a return' }).click();
    await own.getByText('You pay $10.00 more, once the return is approved.').waitFor();
    await desk.goto(`/admin/orders/${id}`);
    await desk.getByRole('button', { name: 'Approve' }).click();
    await desk.getByText('Not paid yet: $10.00 more').waitFor();
  };
  await askAndApprove();
  expect(await desk.getByText('Send the exchange').count()).toBe(0);
  const reference = desk.getByLabel('Reference of the payment');
  const question = desk.getByRole('alertdialog');
  await reference.fill('Till 9');
  await desk.getByRole('button', { name: 'Waive the difference' }).click();
  await question.getByText('Waive the difference of $10.00?').waitFor();
  await question.getByRole('button', { name: 'Go back' }).click();
  await desk.getByRole('button', { name: 'Mark the difference as paid' }).click();
  await question.getByText('Do this once you have all of it').waitFor();
  await question.getByRole('button', { name: 'Go back' }).click();
  expect(await reference.inputValue()).toBe('Till 9');
  expect(await violationsInBoth(desk, 'an unpaid difference')).toEqual([]);
  await desk.getByRole('button', { name: 'Mark the difference as paid' }).click();
  await question.getByRole('button', { name: 'Yes, mark as paid' }).click();
  await desk.getByText('The difference is paid and has its invoice').waitFor();
  await desk.getByRole('button', { name: 'Cancel the exchange, refund instead' }).click();
  await question.getByText('Cancel the exchange and give $10.00 back?').waitFor();
  await question.getByRole('button', { name: 'Yes, cancel the exchange' }).click();
  await desk.getByText('$10.00 of the difference is refunded by now.').waitFor();

  await askAndApprove();
  await own.reload();
  await own.getByRole('link', { name: 'Pay $10.00' }).click();
  await own.getByRole('heading', { name: 'Exchange of order' }).waitFor();
  await own.getByText('Price difference: Exchanged Cape').waitFor();
  expect(await violationsInBoth(own, 'the payment of an exchange')).toEqual([]);
  await typeCard(own);
  await own.getByRole('button', { name: 'Pay Now' }).click();
  await own.getByText('Paid with the card ending in 4242.').waitFor();
  await own.goto(`/myOrders/${id}`);
  await own.getByText('Paid $10.00 more with the card ending in 4242.').waitFor();
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByText('Paid $10.00 more with the card ending in 4242.').waitFor();
  await desk.getByText('Send the exchange before the return comes').waitFor();
});
