/**
 * A card provider in our own database, for the demo and for tests. For the shop it behaves like
 * Stripe (intents, idempotency, refunds), and so do its cards (Stripe's test numbers). It knows
 * nothing of orders, and the shop reads its records only through the port.
 */
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { type PaymentIntent, PaymentRefusal, type PaymentsPort } from './port.ts';
import { sandboxIntents, sandboxRefunds } from './sandbox.table.ts';

type IntentRow = typeof sandboxIntents.$inferSelect;
type NewIntent = Parameters<PaymentsPort['createIntent']>[0];
type NewRefund = Parameters<PaymentsPort['refund']>[0];
type Confirmation = Parameters<PaymentsSandbox['confirm']>[0];

export interface SandboxCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
}

/** The two sides of the sandbox: the port for the shop, and `confirm` for the card form. */
export interface PaymentsSandbox extends PaymentsPort {
  readonly name: 'sandbox';
  /**
   * What the provider's script does in the browser. Declines throw `payment_failed` with the
   * provider's message and leave the intent payable. `authenticated` is the result of a requested
   * authentication.
   */
  confirm(input: {
    clientSecret: string;
    card: SandboxCard;
    authenticated?: boolean | undefined;
  }): Promise<PaymentIntent>;
}

export function createPaymentsSandbox(db: Db, now: () => Date): PaymentsSandbox {
  const findIntent = async (intentId: string) => {
    const [row] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, intentId));
    return row ? toIntent(row) : null;
  };
  return {
    name: 'sandbox',
    script: null,
    createIntent: (input) => createIntent(db, now(), input),
    findIntent,

    async findByReference(reference) {
      const rows = await db
        .select()
        .from(sandboxIntents)
        .where(eq(sandboxIntents.reference, reference));
      return rows.map(toIntent);
    },

    async cancelIntent(intentId) {
      const open = sql`${sandboxIntents.status} in ('requires_payment_method', 'requires_action')`;
      await db
        .update(sandboxIntents)
        .set({ status: 'canceled' })
        .where(and(eq(sandboxIntents.id, intentId), open));
      return findIntent(intentId);
    },

    refund: (input) => inTransaction(db, (tx) => refund(tx, input)),

    async listRefunds(intentId) {
      const { id, amountMinor, reference } = sandboxRefunds;
      const rows = await db
        .select({ id, amountMinor, reference })
        .from(sandboxRefunds)
        .where(eq(sandboxRefunds.intentId, intentId));
      return rows.map((row) => ({
        ...{ ...row, reference: row.reference ?? '', failure: null, madeAt: null },
      }));
    },

    checkKeys: async () => undefined,
    keysRefused: () => null,
    confirm: (input) => inTransaction(db, (tx) => confirm(tx, now(), input)),
  };
}

async function createIntent(
  db: Db,
  now: Date,
  { amountMinor, currency, reference, idempotencyKey }: NewIntent,
): Promise<PaymentIntent> {
  const id = `pi_${token()}`;
  await db
    .insert(sandboxIntents)
    .values({
      id,
      clientSecret: `${id}_secret_${token()}`,
      idempotencyKey,
      amountMinor,
      currency,
      reference,
      status: 'requires_payment_method',
      created: Math.floor(now.getTime() / 1000),
    })
    .onConflictDoNothing();
  const [row] = await db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.idempotencyKey, idempotencyKey));
  if (row?.amountMinor !== amountMinor || row.currency !== currency) {
    throw new PaymentRefusal('key_used', `Key ${idempotencyKey} was used for another intent.`);
  }
  return toIntent(row);
}

async function refund(
  tx: Tx,
  { intentId, amountMinor, reference, idempotencyKey }: NewRefund,
): Promise<{ refundId: string }> {
  const [intent] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, intentId))
    .for('update');
  const [earlier] = await tx
    .select({ refundId: sandboxRefunds.id })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.idempotencyKey, idempotencyKey));
  if (earlier) return earlier;
  if (!intent) throw new PaymentRefusal('resource_missing', `No such intent: ${intentId}`);
  if (intent.status !== 'succeeded') {
    throw new PaymentRefusal('charge_not_captured', `Intent ${intentId} has no capture.`);
  }
  if (intent.refundedMinor + amountMinor > intent.amountMinor) {
    const left = 'Refund amount is greater than what is left of the payment.';
    throw new PaymentRefusal('charge_already_refunded', left);
  }
  const refundId = `re_${token()}`;
  await tx
    .update(sandboxIntents)
    .set({ refundedMinor: sql`${sandboxIntents.refundedMinor} + ${amountMinor}` })
    .where(eq(sandboxIntents.id, intentId));
  await tx
    .insert(sandboxRefunds)
    .values({ id: refundId, idempotencyKey, intentId, amountMinor, reference });
  return { refundId };
}

async function confirm(
  tx: Tx,
  now: Date,
  { clientSecret, card, authenticated }: Confirmation,
): Promise<PaymentIntent> {
  const [intent] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.clientSecret, clientSecret))
    .for('update');
  if (!intent) throw new AppError('not_found', 'That payment is not known.');
  if (intent.status === 'succeeded') return toIntent(intent);
  if (intent.status === 'canceled') {
    throw new AppError('payment_failed', 'This payment was cancelled.');
  }
  const number = card.number.replace(/[\s-]/g, '');
  const status = judgeCard({ ...card, number }, authenticated ?? false, now);
  const [row] = await tx
    .update(sandboxIntents)
    .set({ status, last4: number.slice(-4) })
    .where(eq(sandboxIntents.id, intent.id))
    .returning();
  return toIntent(row ?? intent);
}

/**
 * The outcome of each of Stripe's test cards. All other numbers are refused, as test mode refuses
 * live cards.
 */
function judgeCard(
  card: SandboxCard,
  authenticated: boolean,
  now: Date,
): 'succeeded' | 'requires_action' {
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const year = card.expYear < 100 ? 2000 + card.expYear : card.expYear;
  if (year * 12 + card.expMonth - 1 < thisMonth) decline('Your card has expired.');
  switch (card.number) {
    case '4242424242424242':
      return 'succeeded';
    case '4000002500003155':
      return authenticated ? 'succeeded' : 'requires_action';
    case '4000000000000002':
      return decline('Your card was declined.');
    case '4000000000009995':
      return decline('Your card has insufficient funds.');
    default:
      return decline('Your card number is not one of the test cards, such as 4242 4242 4242 4242.');
  }
}

function decline(message: string): never {
  throw new AppError('payment_failed', message);
}

function toIntent(row: IntentRow): PaymentIntent {
  const { idempotencyKey: _key, refundedMinor: _refunded, ...intent } = row;
  return { ...intent, isLive: false };
}

function token(): string {
  return randomBytes(16).toString('hex');
}
