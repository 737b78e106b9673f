import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PaymentIntent, PaymentRefusal, type PaymentsPort } from '#adapters/payments/port.ts';

/** A payments adapter under test, and the card form that its provider has in the browser. */
export interface PaymentsUnderTest {
  payments: PaymentsPort;
  /** Types a card that pays into the form of this intent. */
  payWithGoodCard(intent: PaymentIntent): Promise<void>;
  /** Types a card that is declined. */
  payWithBadCard(intent: PaymentIntent): Promise<void>;
  /** What the provider has given back of an intent, in minor units. */
  refundedMinor(intentId: string): Promise<number>;
  close(): Promise<void>;
}

/** What the shop relies on, of whichever provider: every adapter passes this. */
export function describePayments(name: string, open: () => Promise<PaymentsUnderTest>): void {
  describe(`payments with ${name}`, () => {
    let under: PaymentsUnderTest;
    let payments: PaymentsPort;

    beforeAll(async () => {
      under = await open();
      payments = under.payments;
    });
    afterAll(() => under.close());

    const request = (amountMinor = 1_999) => ({
      amountMinor,
      currency: 'USD',
      reference: `pay_${crypto.randomUUID()}`,
      idempotencyKey: crypto.randomUUID(),
    });
    const paid = async (amountMinor?: number) => {
      const intent = await payments.createIntent(request(amountMinor));
      await under.payWithGoodCard(intent);
      return intent;
    };

    test('an intent has the amount, the currency and our reference, and waits for a card', async () => {
      const wanted = request();
      const intent = await payments.createIntent(wanted);
      expect(intent).toMatchObject({
        amountMinor: 1_999,
        currency: 'USD',
        reference: wanted.reference,
        status: 'requires_payment_method',
        last4: null,
      });
      expect(intent.clientSecret).toContain(intent.id);
      expect(intent.created).toBeGreaterThan(1_500_000_000);
      expect(intent.created).toBeLessThan(10_000_000_000);
      expect(await payments.findIntent(intent.id)).toEqual(intent);
    });

    test('asking again under one key is one intent, also at the same time', async () => {
      const wanted = request();
      const intents = await Promise.all(
        Array.from({ length: 8 }, () => payments.createIntent(wanted)),
      );
      expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
      expect(await payments.createIntent(wanted)).toEqual(intents[0]);
      expect((await payments.createIntent(request())).id).not.toBe(intents[0]?.id);
    });

    test('a key that was used for another amount is refused', async () => {
      const wanted = request();
      const intent = await payments.createIntent(wanted);
      await expect(payments.createIntent({ ...wanted, amountMinor: 1 })).rejects.toThrow();
      await expect(payments.createIntent({ ...wanted, currency: 'EUR' })).rejects.toThrow();
      expect(await payments.findIntent(intent.id)).toEqual(intent);
    });

    test('an intent that nobody made is null', async () => {
      expect(await payments.findIntent('pi_nobody_made_this')).toBeNull();
    });

    test('a good card pays: succeeded, with its last four digits', async () => {
      const intent = await paid();
      const found = await payments.findIntent(intent.id);
      expect(found).toMatchObject({ id: intent.id, status: 'succeeded', amountMinor: 1_999 });
      expect(found?.last4).toMatch(/^\d{4}$/);
    });

    test('a declined card pays nothing, and the next card can', async () => {
      const intent = await payments.createIntent(request());
      await under.payWithBadCard(intent);
      expect((await payments.findIntent(intent.id))?.status).toBe('requires_payment_method');
      await under.payWithGoodCard(intent);
      expect((await payments.findIntent(intent.id))?.status).toBe('succeeded');
    });

    test('a cancelled intent can no longer be paid, and cancelling again says the same', async () => {
      const intent = await payments.createIntent(request());
      expect((await payments.cancelIntent(intent.id))?.status).toBe('canceled');
      expect((await payments.cancelIntent(intent.id))?.status).toBe('canceled');
      await under.payWithGoodCard(intent).catch(() => {});
      expect((await payments.findIntent(intent.id))?.status).toBe('canceled');
    });

    test('cancelling what was paid says that the money came first', async () => {
      const intent = await paid();
      expect((await payments.cancelIntent(intent.id))?.status).toBe('succeeded');
      expect((await payments.findIntent(intent.id))?.status).toBe('succeeded');
    });

    test('paying and cancelling at once ends one way', async () => {
      for (let round = 0; round < 5; round += 1) {
        const intent = await payments.createIntent(request());
        const [cancelled] = await Promise.all([
          payments.cancelIntent(intent.id),
          under.payWithGoodCard(intent).catch(() => {}),
        ]);
        expect(['succeeded', 'canceled']).toContain(cancelled?.status);
        expect((await payments.findIntent(intent.id))?.status).toBe(cancelled?.status);
      }
    });

    test('a refund gives the money back once, however often it is asked for under one key', async () => {
      const intent = await paid();
      const refund = {
        intentId: intent.id,
        amountMinor: 1_999,
        currency: 'USD',
        reference: 'rfd_1',
        idempotencyKey: crypto.randomUUID(),
      };
      const returns = await Promise.all(Array.from({ length: 5 }, () => payments.refund(refund)));
      expect(new Set(returns.map(({ refundId }) => refundId)).size).toBe(1);
      expect(await payments.refund(refund)).toEqual(returns[0]);
      expect(await under.refundedMinor(intent.id)).toBe(1_999);
    });

    test('more than was captured is not given back, in one go or in parts', async () => {
      const intent = await paid(1_000);
      const refund = (amountMinor: number) =>
        payments.refund({
          intentId: intent.id,
          amountMinor,
          currency: 'USD',
          reference: 'rfd_1',
          idempotencyKey: crypto.randomUUID(),
        });
      await expect(refund(1_001)).rejects.toThrow();
      expect(await under.refundedMinor(intent.id)).toBe(0);
      await refund(600);
      await expect(refund(401)).rejects.toThrow();
      await refund(400);
      await expect(refund(1)).rejects.toThrow();
      expect(await under.refundedMinor(intent.id)).toBe(1_000);
    });

    test('what was never captured, or never made, is not given back', async () => {
      const intent = await payments.createIntent(request());
      for (const intentId of [intent.id, 'pi_nobody_made_this']) {
        const refund = {
          intentId,
          amountMinor: 1,
          currency: 'USD',
          reference: 'rfd_1',
          idempotencyKey: intentId,
        };
        await expect(payments.refund(refund)).rejects.toThrow();
      }
      expect(await under.refundedMinor(intent.id)).toBe(0);
    });

    test('an intent that nobody made can not be cancelled, and has no refunds', async () => {
      expect(await payments.cancelIntent('pi_nobody_made_this')).toBeNull();
      expect(await payments.listRefunds('pi_nobody_made_this')).toEqual([]);
    });

    test('intents are found by their reference, and refunds with theirs', async () => {
      const reference = crypto.randomUUID();
      const intent = await payments.createIntent({ ...request(), reference });
      const since = new Date(intent.created * 1000);
      expect(await payments.findByReference(reference, since)).toEqual([intent]);
      expect(await payments.findByReference('of_nobody', since)).toEqual([]);
      await under.payWithGoodCard(intent);
      const refund = {
        intentId: intent.id,
        amountMinor: 10,
        currency: 'USD',
        idempotencyKey: crypto.randomUUID(),
      };
      const { refundId: id } = await payments.refund({ ...refund, reference: 'rfd_listed' });
      expect(await payments.listRefunds(intent.id)).toEqual([
        expect.objectContaining({ id, amountMinor: 10, reference: 'rfd_listed', failure: null }),
      ]);
    });

    test('what was given back whole is refused by name', async () => {
      const intent = await paid(1_000);
      const refund = () =>
        payments.refund({
          intentId: intent.id,
          amountMinor: 1_000,
          currency: 'USD',
          reference: 'rfd_1',
          idempotencyKey: crypto.randomUUID(),
        });
      await refund();
      await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' });
      await expect(refund()).rejects.toBeInstanceOf(PaymentRefusal);
    });

    test('keys that are taken are not refused', async () => {
      await payments.checkKeys();
      expect(payments.keysRefused()).toBeNull();
    });
  });
}
