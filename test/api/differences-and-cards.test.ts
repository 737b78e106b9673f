import { afterAll, afterEach, expect, test } from 'vitest';
import { reconcilePayments } from '#features/orders/orders.ts';
import { requirePayments } from '#features/payments/payments.ts';
import { markDifferenceAsPaid, waiveDifference } from '#features/returns/returns.ts';
import { AppError } from '#shared/errors.ts';
import { confirmCard } from '../support/cards.ts';
import { openExchangeShop, type Shirts, shown, tracking } from '../support/exchanges.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// What becomes of the card of a difference that staff mark as paid or waive, when the provider can't be
// reached, or does not stop the card.

const world = await openExchangeShop();
const { shop, query, act, delivered, asked, sam, staff, clock } = world;
const { ctx } = shop.context;
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const provider = requirePayments(ctx);
const withProvider = (changed: Partial<typeof provider>) => ({
  ...ctx,
  payments: Object.assign(Object.create(provider), changed),
});
const refused = (error: AppError) => withProvider({ cancelIntent: () => Promise.reject(error) });
/** The provider lets the customer go on paying. */
const going = withProvider({ cancelIntent: (id: string) => provider.findIntent(id) });

/** An approved return of a shirt for a dearer one, whose card payment has begun. */
async function begun(order: Shirts): Promise<{ id: string; clientSecret: string }> {
  const id = await asked(order, order.xl, { quantity: 1, who: sam });
  await act(id, 'approve');
  const response = await sam.post(`/api/v1/returns/${id}/payment-intent`, {});
  return { id, clientSecret: (await response.json()).clientSecret };
}
const paymentsOf = (id: string) =>
  query(
    `select p.provider, p.status, p.amount_minor::int as paid,
       (select coalesce(sum(r.amount_minor), 0)::int from refunds r
         where r.payment_id = p.id and r.status = 'done') as back
     from payments p where return_id = $1 order by p.provider, p.created_at`,
    [id],
  );
const ways = {
  'marked as paid': (by: typeof ctx, id: string) =>
    markDifferenceAsPaid(by, staff, id, { ...shown, key: `key ${id}`, reference: null }),
  waived: (by: typeof ctx, id: string) => waiveDifference(by, staff, id, shown),
};

test.each(Object.entries(ways))(
  'a difference is not %s while the provider of its card can not be reached',
  async (_, end) => {
    const { id } = await begun(await delivered(1));
    const before = await query('select waived_unit_minor from exchanges where return_id = $1', [
      id,
    ]);
    const down = refused(new AppError('unavailable', 'The provider does not respond.'));
    await expect(end(down, id)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(await paymentsOf(id)).toMatchObject([{ provider: 'sandbox', back: 0 }]);
    expect((await paymentsOf(id))[0]?.status).not.toBe('cancelled');
    expect(
      await query('select waived_unit_minor from exchanges where return_id = $1', [id]),
    ).toEqual(before);
    // When it can be reached again, the same press does it.
    await end(ctx, id);
    expect((await paymentsOf(id)).find((one) => one.provider === 'sandbox')).toMatchObject({
      status: 'cancelled',
    });
  },
);

test.each(Object.entries(ways))(
  'a card that was not stopped and is charged after the difference was %s is refunded',
  async (how, end) => {
    const { id, clientSecret } = await begun(await delivered(1));
    expect(await end(going, id)).toMatchObject({ isCardOpen: true });
    expect((await confirmCard(sam, clientSecret)).ok).toBe(true);
    clock.shift += 10 * 60_000;
    await reconcilePayments(ctx);
    const all = await paymentsOf(id);
    expect(all.find((one) => one.provider === 'sandbox')).toMatchObject({ paid: 500, back: 500 });
    const outside = { provider: 'outside', status: 'captured', back: 0 };
    if (how === 'waived') expect(all).toHaveLength(1);
    else expect(all[0]).toMatchObject(outside);
    // The exchange can be sent all the same.
    expect((await act(id, 'ship-exchange', tracking)).status).toBe(200);
  },
);
