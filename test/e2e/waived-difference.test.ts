import { expect, test } from 'vitest';
import { watchedBrowser } from '../support/browser.ts';
import {
  addAddress,
  demoPerson,
  newShopper,
  payOrder,
  placeOrder,
  stockroom,
} from '../support/people.ts';
import { queryShop } from '../support/shop-database.ts';

const browser = watchedBrowser();
const goods = stockroom();

test.each([
  { how: 'with script', javaScriptEnabled: true },
  { how: 'without script', javaScriptEnabled: false },
])('staff waive the difference of a dearer exchange and send it, $how', async (way) => {
  const buyer = await newShopper('Wanda Waived');
  const sku = `HOOD-${crypto.randomUUID()}`;
  const hood = await goods.add('Waived Hood', {
    price: 50,
    inventory: undefined,
    variants: [
      { sku, size: 'M', inventory: 5 },
      { sku: `${sku}-L`, size: 'L', price: 60, inventory: 1 },
    ],
  });
  const order = await placeOrder(buyer, { ...hood, price: 50 }, { quantity: 1, sku });
  const { _id: id } = order;
  await payOrder(buyer, order);
  await addAddress(buyer, id);
  const { storageState } = await demoPerson('admin@example.com');
  const desk = await browser.open({ storageState, javaScriptEnabled: way.javaScriptEnabled });
  const press = (name: string) => desk.getByRole('button', { name, exact: true }).click();
  await desk.goto(`/admin/orders/${id}`);
  await press('Ship');
  await press('Mark as delivered');
  await desk.getByText('The parcel is marked as delivered').waitFor();
  const own = await browser.open({ storageState: buyer.storageState });
  await own.goto(`/returnOrder/${id}`);
  await own.getByLabel('Units of Waived Hood').selectOption('1');
  await own.getByLabel('Reason for Waived Hood').selectOption('Too small');
  await own
    .getByLabel('Refund or exchange of Waived Hood')
    .selectOption('Exchange for L, you pay $10.00 more each');
  await own.getByRole('button', { name: 'Ask for a return' }).click();
  await own.getByText('You pay $10.00 more, once the return is approved.').waitFor();
  await desk.goto(`/admin/orders/${id}`);
  await desk.getByRole('button', { name: 'Approve' }).click();
  await desk.getByText('Not paid yet: $10.00 more').waitFor();
  await press('Waive the difference');
  await desk.getByText('Waive the difference of $10.00?').filter({ visible: true }).waitFor();
  await desk.getByRole('button', { name: 'Yes, waive it' }).filter({ visible: true }).click();
  await desk.getByText('The difference is waived, and the customer gets an email.').waitFor();
  await desk.getByText('The difference of $10.00 was waived.').first().waitFor();
  await desk.getByText('Send the exchange before the return comes').waitFor();
  await own.reload();
  expect(await own.getByRole('link', { name: 'Pay $10.00' }).count()).toBe(0);
  const waived = `select e.waived_unit_minor::int as waived from exchanges e
    join returns r on r.id = e.return_id where r.order_id = $1`;
  expect(await queryShop(waived, [id])).toEqual([{ waived: 1_000 }]);
});
