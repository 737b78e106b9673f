import type { Page } from 'playwright-core';
import type { watchedBrowser } from './browser.ts';
import {
  addAddress,
  demoPerson,
  type Person,
  payOrder,
  placeOrder,
  type stockroom,
} from './people.ts';

/** What tests of the console's orders do before they look at one. */
export function consoleOrders(
  browser: ReturnType<typeof watchedBrowser>,
  goods: ReturnType<typeof stockroom>,
) {
  return {
    async openAsAdmin(options: Parameters<typeof browser.open>[0] = {}): Promise<Page> {
      const { storageState } = await demoPerson('admin@example.com');
      return browser.open({ storageState, viewport: { width: 1440, height: 900 }, ...options });
    },
    /** A paid order, and the words of its table in the console. */
    async paidOrder(buyer: Person, name: string, quantity: number, { isAddressed = true } = {}) {
      const lamp = await goods.add(name, { price: 30 });
      const order = await placeOrder(buyer, lamp, { quantity });
      await payOrder(buyer, order);
      if (isAddressed) await addAddress(buyer, order._id);
      const { number, cart } = await (await buyer.call('GET', `/orders/${order._id}`)).json();
      return {
        ...{ id: order._id, number: number as string, sku: cart[0].sku as string },
        productId: lamp._id,
      };
    },
  };
}

/** The console's table with the orders of one buyer. */
export const tableOf = ({ email }: Person, filter = '') =>
  `/admin/orders?${new URLSearchParams({ q: email })}${filter}`;
