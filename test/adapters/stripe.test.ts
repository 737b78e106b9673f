import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentsStripe, type PaymentsStripe } from '#adapters/payments/stripe.ts';
import { CARDS } from '../support/cards.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts';
import { describePayments } from './payments.ts';

const webhookSecret = 'whsec_of_these_tests';

const open = (standIn: StripeStandIn) =>
  createPaymentsStripe({
    secretKey: standIn.secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret,
    apiUrl: standIn.url,
  });

describePayments('Stripe', async () => {
  const standIn = await startStripeStandIn();
  return {
    payments: open(standIn),
    async payWithGoodCard({ id }) {
      standIn.confirm(id, CARDS.good);
    },
    async payWithBadCard({ id }) {
      expect(standIn.confirm(id, CARDS.declined)?.message).toBe('Your card was declined.');
    },
    refundedMinor: async (intentId) => standIn.refundedMinor(intentId),
    close: standIn.close,
  };
});

describe('Stripe', () => {
  let standIn: StripeStandIn;
  let payments: PaymentsStripe;
  beforeAll(async () => {
    standIn = await startStripeStandIn();
    payments = open(standIn);
  });
  afterAll(() => standIn.close());

  const request = () => ({
    amountMinor: 1_999,
    currency: 'USD',
    reference: 'pay_1',
    idempotencyKey: crypto.randomUUID(),
  });

  test('is asked again when an answer is lost, and does it once', async () => {
    const before = standIn.calls.get('POST /v1/payment_intents') ?? 0;
    standIn.failNext('cut');
    const wanted = request();
    const intent = await payments.createIntent(wanted);
    expect(standIn.calls.get('POST /v1/payment_intents')).toBe(before + 2);
    expect(await payments.createIntent(wanted)).toEqual(intent);

    standIn.confirm(intent.id, CARDS.good);
    standIn.failNext('cut');
    const refund = { intentId: intent.id, amountMinor: 500, idempotencyKey: crypto.randomUUID() };
    await payments.refund(refund);
    expect(standIn.refundedMinor(intent.id)).toBe(500);
  });

  test('that is down is said to be, and works again afterwards', async () => {
    standIn.failNext('down', 3);
    await expect(payments.createIntent(request())).rejects.toMatchObject({ code: 'unavailable' });
    expect((await payments.createIntent(request())).status).toBe('requires_payment_method');
  });

  test('that can not be reached is said to be', async () => {
    const gone = createPaymentsStripe({
      secretKey: 'sk_test_gone',
      publishableKey: 'pk_test_1',
      webhookSecret,
      apiUrl: 'http://127.0.0.1:1',
    });
    await expect(gone.findIntent('pi_1')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('with a wrong key is a bug to log, not something to tell people', async () => {
    const wrong = createPaymentsStripe({
      secretKey: 'sk_test_wrong',
      publishableKey: 'pk_test_1',
      webhookSecret,
      apiUrl: standIn.url,
    });
    await expect(wrong.createIntent(request())).rejects.toThrow('Invalid API Key');
  });
});

describe("Stripe's webhooks", () => {
  const payments = createPaymentsStripe({
    secretKey: 'sk_test_x',
    publishableKey: 'pk_test_x',
    webhookSecret,
    apiUrl: null,
  });
  const stripe = new Stripe('sk_test_x');
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: 'pi_1' } },
  });
  const sign = (payload: string, secret = webhookSecret, timestamp = Date.now() / 1000) =>
    stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(timestamp),
    });

  test('are read when they are signed by Stripe', () => {
    expect(payments.readEvent(body, sign(body))).toMatchObject({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      intentId: 'pi_1',
    });
  });

  test('about a refund name its payment', () => {
    const refunded = body.replace(
      '"object":"payment_intent","id":"pi_1"',
      '"object":"charge","id":"ch_1","payment_intent":"pi_2"',
    );
    expect(payments.readEvent(refunded, sign(refunded))?.intentId).toBe('pi_2');
  });

  test.each([
    ['forged', () => sign(body, 'whsec_of_somebody_else')],
    ['older than 300 seconds', () => sign(body, webhookSecret, Date.now() / 1000 - 301)],
    ['without a signature', () => ''],
    ['with nonsense for one', () => 't=1,v1=zz'],
  ])('are refused when %s', (_, signature) => {
    expect(payments.readEvent(body, signature())).toBeNull();
  });

  test('are refused when a byte was changed', () => {
    expect(payments.readEvent(body.replace('pi_1', 'pi_2'), sign(body))).toBeNull();
  });

  test('are refused while no secret is set up', () => {
    const closed = createPaymentsStripe({
      secretKey: 'sk_test_x',
      publishableKey: 'pk_test_x',
      webhookSecret: null,
      apiUrl: null,
    });
    expect(closed.readEvent(body, sign(body))).toBeNull();
  });
});
