import type { Page } from 'playwright-core';
import { admin } from './admin-scene.ts';
import { call } from './call.ts';
import {
  askForReturn,
  decideReturn,
  placeOrders,
  refundSome,
  type TourOrder,
} from './place-orders.ts';
import type { Scene } from './scene.ts';
import { visit } from './steps.ts';

/** The orders that the first scene places. */
let orders: TourOrder[] = [];
/** The id of the return that the tour asks for. */
let returned = '';
const selection = () => new URLSearchParams(orders.map(({ id }) => ['order', id]));
const orderPath = (index: number) => `/admin/orders/${orders[index]?.id}`;

/** Opens the page of an order of the tour. */
const visitOrder = (index: number) => (page: Page) => visit(orderPath(index))(page);

/** The orders in the console, from the table to the return and its documents. */
export const orderScenes: Scene[] = [
  admin('order-table', async (page) => {
    orders = await placeOrders(page);
    await visit('/admin/orders')(page);
  }),
  admin('order-table-none', visit('/admin/orders?q=nothing-of-this-name')),
  admin('order-table-selected', selectTwo),
  admin(
    'order-question',
    async (page) => {
      await page.getByRole('button', { name: 'Ship', exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    },
    { onTop: true },
  ),
  admin('order-tag-question', tagTwo, { onTop: true }),
  admin('order-table-tagged', async (page) => {
    await page.getByRole('button', { name: 'Change them' }).click();
    await page.getByText('2 orders changed.').waitFor();
    await visit('/admin/orders?tag=gift&country=BD')(page);
  }),
  admin('order', visitOrder(1)),
  admin('order-unpaid', visitOrder(2)),
  admin('order-held', async (page) => {
    await visitOrder(0)(page);
    await page.getByLabel('Reason').fill('Waits for the right size');
    await page.getByRole('button', { name: 'Put on hold' }).click();
    await page.getByText('The order is on hold.').waitFor();
  }),
  admin('order-return-requested', async (page) => {
    if (orders[1]) returned = await askForReturn(page, orders[1]);
    await visitOrder(1)(page);
  }),
  admin('return-order', (page) => visit(`/returnOrder/${orders[1]?.id}`)(page)),
  admin('order-return-on-its-way', async (page) => {
    await decideReturn(page, returned, 'approve');
    await visitOrder(1)(page);
  }),
  admin('return-slip', (page) =>
    visit(`/returnOrder/${orders[1]?.id}/slip?return=${returned}`)(page),
  ),
  admin('order-return-received', async (page) => {
    await decideReturn(page, returned, 'receive');
    await visitOrder(1)(page);
    await page.getByText('Refund items or shipping').click();
  }),
  admin('order-exchange-sent', async (page) => {
    await call(page, 'POST', `/api/v1/returns/${returned}/ship-exchange`, {
      carrier: 'DHL',
      trackingNumber: 'JD014600006282',
    });
    await visitOrder(1)(page);
  }),
  admin('invoice', async (page) => {
    await visitOrder(1)(page);
    await page.getByRole('link', { name: /^Invoice/ }).click();
    await page.getByRole('heading', { name: /^Invoice/, level: 1 }).waitFor();
  }),
  admin('credit-note', async (page) => {
    if (orders[1]) await refundSome(page, orders[1]);
    await visitOrder(1)(page);
    await page.getByRole('link', { name: /^Credit note/ }).click();
    await page.getByRole('heading', { name: /^Credit note/, level: 1 }).waitFor();
  }),
  admin('order-slips', (page) => visit(`/admin/orders/print?what=slips&${selection()}`)(page)),
  admin('order-pick-list', (page) => visit(`/admin/orders/print?what=pick&${selection()}`)(page)),
];

/** Opens the table of orders and selects two. */
async function selectTwo(page: Page): Promise<void> {
  await visit('/admin/orders')(page);
  for (const index of [0, 1])
    await page
      .getByLabel(/^Select order/)
      .nth(index)
      .check();
}

/** Selects two orders and asks for two more tags, up to the question. */
async function tagTwo(page: Page): Promise<void> {
  // The fields are folded in a narrow window.
  await page.setViewportSize({ width: 1440, height: 900 });
  await selectTwo(page);
  await page.getByLabel('Tags to add').fill('gift, call first');
  await page.getByLabel('Tags to add').press('Enter');
  await page.getByRole('alertdialog').waitFor();
}
