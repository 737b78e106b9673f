/** Many buyers for few units, at once and at several processes: exactly the units are sold. */
import { begin, type Market, place } from './flows.ts';
import type { Goods, Purchase } from './purchases.ts';
import type { Shopper } from './shopper.ts';
import { fixRates } from './taxes.ts';

export async function sellInAFlash(
  market: Market,
  buyers: Shopper[],
  goods: Goods,
): Promise<{ purchases: Purchase[] }> {
  // Nobody is to be refused because of the price.
  const letChange = await fixRates(market.taxes);
  const purchases = await Promise.all(
    buyers.map(async (buyer) => {
      const purchase = begin(market, buyer, goods);
      // Everybody asks until they know.
      await place(market, buyer, purchase, { attempts: 60 });
      return purchase;
    }),
  );
  letChange();
  return { purchases };
}

/** Once everybody has a response: as many winners as units, or as buyers. */
export function checkFlash(goods: Goods, purchases: Purchase[], hasExpired: boolean): string[] {
  const winners = purchases.filter(({ orderId }) => orderId !== null).length;
  const undecided = purchases.filter(({ orderId, wasRefused }) => !orderId && !wasRefused).length;
  const units = Math.min(goods.opening, purchases.length);
  const isRight = (winners <= units || hasExpired) && winners + undecided >= units;
  return isRight
    ? []
    : [`${goods.sku}: ${winners} winners and ${undecided} undecided for ${units} units`];
}
