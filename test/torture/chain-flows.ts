/** Customers send back what was sent to them in exchange, for money or for another size. */
import type { Flow } from './flows.ts';
import type { Purchase, RequestedReturn } from './purchases.ts';
import {
  closing,
  endDifference,
  extraPayment,
  receipt,
  refundOfReturn,
  requestUnits,
  shipment,
  stepOf,
} from './return-actions.ts';
import { cancelled, getDelivered, isReserved } from './return-flows.ts';
import { type Action, actAtOnce, look, refundUnits, repeated } from './staff-actions.ts';
import { pickPaid } from './staff-flows.ts';

const MAX_RETURNS = 7;

const wasSent = ({ steps }: RequestedReturn) =>
  steps.some(({ step, isSure }) => step === 'ship-exchange' && isSure);

/**
 * Two people ask at once for the return of what was sent in exchange. One of the returns is taken to
 * its end, where staff work against each other.
 */
export const sendExchangeBack: Flow = async (market, shopper) => {
  const { random } = shopper;
  const [admin, second] = market.staff;
  const mayAsk = ({ returns, isDeleted, mayBeDeleted }: Purchase) =>
    returns.size < MAX_RETURNS &&
    !isDeleted &&
    !mayBeDeleted &&
    [...returns.values()].some(wasSent);
  const purchase = pickPaid(market, shopper, mayAsk);
  if (!purchase || !(await getDelivered(market, shopper, purchase))) return;
  const sent = (await look(market, purchase))?.returns.filter(
    ({ lines }) => lines[0]?.exchange?.status === 'sent',
  );
  const earlier = sent && sent.length > 0 ? random.pick(sent) : null;
  const units = earlier?.lines[0]?.exchange?.quantity;
  if (!earlier?.note || !units) return;
  const of = { key: earlier.note, id: earlier._id, quantity: units };
  const request = (who = purchase.buyer) =>
    requestUnits(market, purchase, who, random.pick([null, null, 'other', 'dear']), of);
  await actAtOnce(
    market,
    repeated(random.chance(0.4) ? [request(), request(second)] : [request()]),
  );

  const find = async (status: string) =>
    (await look(market, purchase))?.returns.find(
      (one) => one.status === status && purchase.returns.get(one.note ?? '')?.ofKey === of.key,
    );
  const requested = await find('requested');
  const asked = purchase.returns.get(requested?.note ?? '');
  if (!requested || !asked) return;
  const approval = { id: requested._id, name: 'approve' as const, what: '', json: {} };
  await actAtOnce(market, repeated([stepOf(purchase, asked, { who: admin }, approval)]));
  const one = await find('in_transit');
  if (one?._id !== requested._id) return;
  const staffEnd = () => endDifference(market, purchase, asked, { who: second }, one._id);
  const paying = () => extraPayment(market, purchase, asked, one._id);
  const pay = isReserved(one) ? (random.chance(0.3) ? staffEnd() : await paying()) : null;
  const came = stepOf(purchase, asked, { who: admin }, receipt(one, purchase.goods.sku, random));
  await actAtOnce(market, repeated(pay ? [pay, came] : [came]));

  const received = await find('received');
  if (received?._id !== requested._id) return;
  const end = (who: typeof admin): Action =>
    isReserved(received)
      ? shipment(purchase, asked, { who }, one._id)
      : refundOfReturn(purchase, asked, { who }, one._id);
  const rivals: Record<string, () => Action[]> = {
    none: () => [],
    both: () => [end(second)],
    close: () => [closing(purchase, asked, { who: second }, one._id)],
    cancel: () =>
      isReserved(received) ? [cancelled(purchase, asked, { who: second }, one._id)] : [],
    lines: () => [refundUnits(market, purchase, { who: second })],
  };
  const name = random.weighted({ none: 3, both: 3, close: 1, cancel: 1, lines: 1 });
  await actAtOnce(market, repeated([end(admin), ...(rivals[name]?.() ?? [])]));
};
