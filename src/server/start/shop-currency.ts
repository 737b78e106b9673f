import { readMoneyFormat } from '#shared/currency.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { parseMoney } from '#shared/parse-money.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { StartError } from '#shared/start-error.ts';

/**
 * Sets the shop's currency for the whole process; refuses a file with amounts that do not fit it.
 */
export function setShopCurrency(shop: ShopConfig): void {
  Object.assign(moneyFormat, readMoneyFormat(shop));
  const { shipping, unpaidOrders } = shop;
  const amounts: [place: string, amount: number][] = [
    ...shipping.rules.map(({ cityContains, cost }): [string, number] => [
      `the shipping cost of ${cityContains}`,
      cost,
    ]),
    ['shipping.otherwise', shipping.otherwise],
    ['unpaidOrders.account.amount', unpaidOrders.account.amount],
    ['unpaidOrders.network.amount', unpaidOrders.network.amount],
  ];
  const wrong = amounts.find(([, amount]) => parseMoney(amount) === null);
  if (!wrong) return;
  throw new StartError(
    `shop.config.ts: ${wrong[0]} is ${wrong[1]}, which is no amount of ${moneyFormat.currency}: it takes numbers from 0 with at most ${moneyFormat.digits} decimals.`,
  );
}
