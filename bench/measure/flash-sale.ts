import { BUDGETS } from '../figures/budgets.ts';
import { valueRow } from '../figures/row.ts';
import { makeLoad } from '../load/make-load.ts';
import { inTurn, type Measurement } from '../measurement.ts';
import { prepareCrowd, wantOneOf } from '../orders/buyers.ts';

/** Measures how long it takes until each of a crowd that orders the same at once has a response. */
export const measureFlashSale: Measurement = async ({ shop, effort, say }) => {
  const { flashBuyers: count, flashRounds } = effort;
  const units = count / 10;
  say(`A flash sale: ${count} buyers at once for ${units} units`);
  const crowd = await prepareCrowd(shop.url, count);
  const seconds = await inTurn(Array(flashRounds).keys(), async (round) => {
    const body = await wantOneOf(shop.url, `Flash Goods ${round}`, units);
    const buyers = crowd.map((buyer) => ({ ...buyer, body }));
    const { perSecond } = await makeLoad({ kind: 'flash', origin: shop.url, buyers, units });
    return count / perSecond;
  });
  const what = `flash sale, ${count} buyers for ${units} units`;
  return [valueRow(what, 's', seconds, BUDGETS.flashSaleS)];
};
