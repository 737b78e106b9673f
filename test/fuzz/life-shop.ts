/** The shop in which orders live: its goods, its taxes, and its clock, which a test moves. */
import type { PaymentsSandbox } from '#adapters/payments/sandbox.ts';
import { payOrder, startCardPayment, submitOrder } from '#features/checkout/checkout.ts';
import { adjustStock } from '#features/inventory/inventory.ts';
import { editTaxes, getTaxSettings } from '#features/taxes/taxes.ts';
import { CARDS } from '../support/cards.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { stock } from '../support/goods.ts';
import type { Random } from '../support/random.ts';
import { actorOf, openTestShop } from '../support/shop.ts';
import { OrderModel, type Variant } from './order-model.ts';
import { EXCHANGE_DAYS, RETURN_DAYS } from './return-model.ts';
import type { Life } from './step.ts';

const DAY_MS = 86_400_000;
const SHIPPING_MINOR = 12_000;
/** Units on hand of a variant that runs out, at the start of each life. */
const FEW = 2;

/** Prices of what is bought, and of a cheaper and a dearer variant of it. */
const PRICES = [
  { category: 'Cloths', price: 1_999, cheap: 1_500, dear: 2_500 },
  { category: 'Shoes', price: 5_000, cheap: 3_333, dear: 5_001 },
  { category: 'Cloths', price: 333, cheap: 100, dear: 999 },
];

interface Good {
  productId: string;
  category: string;
  bought: Variant;
  others: Variant[];
}

interface Taxes {
  isIncluded: boolean;
  /** Of all categories, and of shoes alone, in parts per million; null for none. */
  ppm: number | null;
  shoesPpm: number | null;
  coversShipping: boolean;
}

export type LifeShop = Awaited<ReturnType<typeof openLifeShop>>;
/** A life with the SKUs whose stock it moves. */
export type PlacedLife = Life & { skus: string[] };

export async function openLifeShop() {
  const most = 1_000_000;
  const limit = { orders: most, units: most, amount: most };
  const often = { account: most, network: most };
  const clock = { shift: 0 };
  const shop = await openTestShop({
    // Each session prepares its statements.
    maxConnections: 4,
    now: () => new Date(Date.now() + clock.shift),
    shopConfig: {
      emails: WITHOUT_LIMITS,
      returns: { days: RETURN_DAYS, requestsPerDay: most, exchangeDays: EXCHANGE_DAYS },
      cancelPaidWithinHours: 24,
      unpaidOrders: {
        ...{ unverifiedHours: 600, account: limit, network: limit, cardTimes: 1 },
        ...{ deletedPerHour: often, providerAskedPerMinute: often },
        ...{ alertPercent: 100, alertUnits: most },
      },
    },
  });
  const { ctx } = shop.context;
  const client = await shop.shopper('Lena Life');
  const buyer = actorOf(client);
  const staff = actorOf(await shop.admin('Ada Life'), 'admin');
  const sandbox = ctx.payments as PaymentsSandbox;
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `life-${keys}`;
  };
  const query = async (text: string, values: unknown[]) =>
    (await shop.database.pool.query(text, values)).rows;
  let taxes: Taxes = { isIncluded: false, ppm: null, shoesPpm: null, coversShipping: false };

  /** A product of each kind, which only one life at a time buys. */
  const newGoods = () =>
    Promise.all(
      PRICES.map(async ({ category, price, cheap, dear }): Promise<Good> => {
        const name = `Life ${newKey()}`;
        const [bought, ...others] = [price, price, cheap, dear, cheap].map((priceMinor, at) => ({
          sku: `${name} ${at}`.toUpperCase().replace(/\W+/g, '-'),
          priceMinor,
        }));
        if (!bought) throw new Error('A product has a variant.');
        const sizes = ['M', 'L', 'S', 'XL', 'XS'];
        const variants = [bought, ...others].map((one, at) => ({
          ...one,
          size: sizes[at] ?? '',
          inventory: at === 4 ? FEW : 100_000,
        }));
        const { id } = await stock(shop, { name, category, priceMinor: price, variants });
        return { productId: id, category, bought, others };
      }),
    );

  async function setTaxes(next: Taxes): Promise<void> {
    const base = { country: 'BD', region: null };
    const { ppm, shoesPpm, coversShipping } = next;
    const all = { ...base, name: 'VAT', rate: ppm ?? 0, categoryId: null, coversShipping };
    const shoes = { ...base, name: 'Low VAT', rate: shoesPpm ?? 0, coversShipping: false };
    const rates = [
      ...(ppm === null ? [] : [all]),
      ...(shoesPpm === null ? [] : [{ ...shoes, categoryId: 'Shoes' }]),
    ];
    const { editVersion } = await getTaxSettings(ctx, staff);
    const change = { pricesIncludeTax: next.isIncluded, rates };
    await editTaxes(ctx, staff, { version: editVersion, taxes: change });
    taxes = next;
  }

  /** Units on hand by SKU. */
  async function onHand(skus: string[]): Promise<Map<string, number>> {
    const rows = await query('select sku, on_hand from variants where sku = any($1)', [skus]);
    return new Map(rows.map((row) => [row.sku, row.on_hand]));
  }

  /** The extra payments of an order, in words. */
  async function extrasOf(returnIds: string[]): Promise<string[]> {
    const rows = await query(
      `select p.return_id || ' ' || p.status || ' ' || p.amount_minor || ' ' || coalesce((
         select sum(r.amount_minor) from refunds r where r.payment_id = p.id and r.status = 'done'
       ), 0) as words
       from payments p where p.return_id = any($1)`,
      [returnIds],
    );
    return rows.map(({ words }) => words).sort();
  }

  /** An order of one to three products at the rates of now. */
  async function begin(random: Random, goods: Good[]): Promise<PlacedLife> {
    const chosen = goods.slice(0, random.int(1, goods.length));
    const skus = chosen.flatMap(({ bought, others }) => [bought.sku, ...others.map((o) => o.sku)]);
    const hand = await onHand(skus);
    for (const { others } of chosen) {
      const sku = others.at(-1)?.sku ?? '';
      if (hand.get(sku) === FEW) continue;
      const what = { sku, setTo: FEW, reason: 'correction' as const, note: '', key: newKey() };
      await adjustStock(ctx, staff, what);
      hand.set(sku, FEW);
    }
    const ppmOf = (category: string) => (category === 'Shoes' && taxes.shoesPpm) || taxes.ppm;
    const bought = chosen.map(({ category, bought: one, others }) => ({
      ...one,
      ...{ bought: random.int(1, 4), ppm: ppmOf(category), others },
    }));
    const shipping = { minor: SHIPPING_MINOR, ppm: taxes.coversShipping ? taxes.ppm : null };
    const model = new OrderModel(bought, shipping, taxes.isIncluded, hand);
    const submission = {
      cart: chosen.map(({ productId: _id }, at) => {
        const { sku = '', bought: quantity = 0 } = bought[at] ?? {};
        return { _id, sku, quantity };
      }),
      city: 'Dhaka',
      taxAmount: model.taxMinor / 100,
      totalAmount: model.totalMinor / 100,
    };
    const { id: orderId } = await submitOrder(ctx, buyer, submission, newKey());
    async function confirm(clientSecret: string) {
      const card = { number: CARDS.good, expMonth: 12, expYear: 2099, cvc: '123' };
      return (await sandbox.confirm({ clientSecret, card })).id;
    }
    return {
      ...{ ctx, orderId, buyer, staff, random, model, newKey, skus, confirm },
      pricesIncludeTax: () => taxes.isIncluded,
      async pay() {
        const { clientSecret } = await startCardPayment(ctx, buyer, orderId);
        await payOrder(ctx, buyer, orderId, { transaction: await confirm(clientSecret) });
      },
      async exchangeParcelOf(returnId) {
        const rows = await query(
          'select fulfillment_id from exchanges where return_id = $1 and fulfillment_id is not null',
          [returnId],
        );
        return rows[0]?.fulfillment_id;
      },
    };
  }

  const moveClock = (days: number) => {
    clock.shift = days * DAY_MS;
  };
  return { shop, ctx, client, query, newGoods, setTaxes, onHand, extrasOf, begin, moveClock };
}

/** Some rates: none, one of all categories, one of shoes, or both. */
export function someTaxes(random: Random): Taxes {
  const ppm = random.chance(0.8) ? random.pick([150_000, 200_000, 99_750, 333_333, 1]) : null;
  return {
    isIncluded: random.chance(0.5),
    ppm,
    shoesPpm: random.chance(0.5) ? random.pick([50_000, 99_750, 1_000_000]) : null,
    coversShipping: ppm !== null && random.chance(0.7),
  };
}
