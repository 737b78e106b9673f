import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewOrder } from '#features/orders/orders.ts';
import { AppError } from '#shared/errors.ts';
import { payIntent } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { stock } from '../support/goods.ts';
import { Random } from '../support/random.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { OrderModel } from './order-model.ts';
import { type Life, nextStep } from './order-steps.ts';

// Random lives of orders beside a plain model: after each step the shop and the model agree on what
// was allowed, and on what the order then is. LIVES=n and LIVES_SEED=n make a run longer or repeat it.

const LIVES = Number(process.env.LIVES ?? 40);
const SEED = Number(process.env.LIVES_SEED ?? 20_261_125);
const STEPS = 24;
const AT_ONCE = 3;
const SHIPPING = 12_000;
const PRICES = [1_999, 5_000, 333];

let shop: TestShop;
let buyer: Client;
let admin: Client;
let keys = 0;

beforeAll(async () => {
  const most = 1_000_000;
  const limit = { orders: most, units: most, amount: 1_000_000 };
  const often = { account: most, network: most };
  shop = await openTestShop({
    maxConnections: 20,
    shopConfig: {
      emails: WITHOUT_LIMITS,
      returns: { days: 30, requestsPerDay: most },
      unpaidOrders: {
        ...{ unverifiedHours: 600, account: limit, network: limit, cardTimes: 1 },
        ...{ deletedPerHour: often, providerAskedPerMinute: often },
        ...{ alertPercent: 100, alertUnits: most },
      },
    },
  });
  buyer = await shop.shopper('Lena Life');
  admin = await shop.admin('Ada Life');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const newKey = () => {
  keys += 1;
  return `life-${keys}`;
};

/** An order of one to three products that nobody else buys. */
async function begin(random: Random): Promise<Life & { variants: string[]; opening: number }> {
  const opening = 20;
  const goods = await Promise.all(
    PRICES.slice(0, random.int(1, 3)).map((priceMinor) =>
      stock(shop, { name: `Life ${newKey()}`, priceMinor, inventory: opening }),
    ),
  );
  const bought = goods.map(({ priceMinor }) => ({ priceMinor, units: random.int(1, 4) }));
  const cart = goods.map(({ id, name, priceMinor }, at) => {
    const quantity = bought[at]?.units ?? 1;
    const price = priceMinor / 100;
    const totalAmount = (priceMinor * quantity) / 100;
    return { _id: id, name, img: null, price, quantity, totalAmount };
  });
  const sumMinor = bought.reduce((sum, { priceMinor, units }) => sum + priceMinor * units, 0);
  const totalAmount = (sumMinor + SHIPPING) / 100;
  const amounts = { grandTotalAmount: sumMinor / 100, shippingCost: SHIPPING / 100, totalAmount };
  const body = { cart, city: 'Dhaka', status: 'Pending', ...amounts };
  const placed = await (await buyer.post('/orders', body, { 'idempotency-key': newKey() })).json();
  const orderId: string = placed._id;
  const lines = bought.map(({ priceMinor, units }, at) => {
    const sku: string = placed.cart[at].sku;
    return { sku, priceMinor, bought: units };
  });
  return {
    ctx: shop.context.ctx,
    orderId,
    buyer: actorOf(buyer),
    staff: actorOf(admin, 'admin'),
    random,
    model: new OrderModel(lines, SHIPPING),
    async pay() {
      const transaction = await payIntent(buyer, { totalAmount, orderId });
      await buyer.put(`/orders/${orderId}`, { transaction });
    },
    newKey,
    variants: goods.map(({ variants }) => variants[0]?.id ?? ''),
    opening,
  };
}

/** What the shop shows of an order, in the model's words. */
async function shown({ ctx, orderId, variants, opening }: Awaited<ReturnType<typeof begin>>) {
  const order = await viewOrder(ctx, orderId);
  const { rows } = await shop.database.pool.query(
    'select id, on_hand from variants where id = any($1)',
    [variants],
  );
  return {
    status: order.status,
    fulfillmentStatus: order.fulfillmentStatus,
    returnStatus: order.returnStatus,
    isHeld: order.heldAt !== null,
    refundedMinor: order.payment?.refundedMinor ?? 0,
    returns: order.returns.map(({ id, state }) => `${id} ${state}`),
    lines: order.lines.map((line, at) => ({
      cancelled: line.cancelledQuantity,
      sent: line.fulfilledQuantity,
      delivered: line.deliveredQuantity,
      returned: line.returnedQuantity,
      restocked: line.restockedQuantity,
      refunded: line.refundedQuantity,
      onHand: rows.find(({ id }) => id === variants[at]).on_hand - opening,
    })),
    parts: [order.refundedShippingMinor, ...order.lines.map((line) => line.refundedMinor)],
  };
}

function expectedOf(model: OrderModel) {
  const { delivered, returned } = model;
  return {
    status: model.status,
    fulfillmentStatus: model.fulfillmentStatus,
    returnStatus: model.returnStatus,
    isHeld: model.isHeld,
    refundedMinor: model.refundedMinor,
    returns: model.returns.map(({ id, state }) => `${id} ${state}`),
    lines: model.lines.map(({ cancelled, sent, restocked, refunded, onHand }, at) => ({
      ...{ cancelled, sent, delivered: delivered[at] ?? 0, returned: returned[at] ?? 0 },
      ...{ restocked, refunded, onHand },
    })),
    parts: [model.refundedShippingMinor, ...model.lines.map((line) => line.refundedMinor)],
  };
}

/** Takes the parts of a refund that was less than its choice costs, which the shop spreads. */
function adoptSpread(model: OrderModel, parts: number[]): void {
  if (!model.isSpread) return;
  model.isSpread = false;
  const most = [model.shippingMinor, ...model.lines.map((line) => line.priceMinor * line.bought)];
  expect(parts.every((part, at) => part >= 0 && part <= (most[at] ?? 0))).toBe(true);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(model.refundedMinor);
  const [shipping = 0, ...lines] = parts;
  model.refundedShippingMinor = shipping;
  for (const [at, part] of lines.entries()) model.line(at).refundedMinor = part;
}

async function live(seed: number): Promise<number> {
  const life = await begin(new Random(seed));
  const trace: string[] = [];
  let accepted = 0;
  for (let n = 0; n < STEPS && life.model.status !== 'cancelled'; n += 1) {
    const step = nextStep(life);
    trace.push(step.says);
    let refusal: AppError | null = null;
    let result: unknown;
    try {
      result = await step.run();
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refusal = error;
    }
    const where = `life ${seed}: ${trace.join('; ')}: ${refusal?.code} ${refusal?.message}`;
    expect(refusal === null, where).toBe(step.isAllowed);
    if (!refusal) {
      accepted += 1;
      step.apply(result);
    }
    const now = await shown(life);
    adoptSpread(life.model, now.parts);
    expect(now, where).toEqual(expectedOf(life.model));
  }
  return accepted;
}

test(`${LIVES} random lives of orders are as a plain model says, seed ${SEED}`, {
  timeout: 60_000 + LIVES * 2_000,
}, async () => {
  let next = 0;
  let accepted = 0;
  const worker = async () => {
    while (next < LIVES) {
      next += 1;
      accepted += await live(Math.imul(SEED, 0x9e3779b1) + next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`${LIVES} lives, ${accepted} accepted steps`);
  // Lives end early, and many steps are to be refused.
  expect(accepted).toBeGreaterThan(LIVES * 2);
});
