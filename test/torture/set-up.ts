/** The goods and the people of a run, made while nothing goes wrong. */
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import type { Random } from '../support/random.ts';
import { type Browsing, CartBelief } from './browsing.ts';
import { begin, type Market, place } from './flows.ts';
import type { Journal } from './journal.ts';
import { CHEAPER_MINOR, DEARER_MINOR, type Goods, type Purchase } from './purchases.ts';
import { type Call, type JournalLine, Shopper } from './shopper.ts';
import { openTaxes } from './taxes.ts';
import type { OpenMarket } from './torture.ts';
import type { World } from './world.ts';

const PASSWORD = 'wandering-heron-42';
const VISITORS = 12;
const KEEPING = 16;
const CARTS = 12;

export async function openMarket(
  world: World,
  random: Random,
  journal: Journal<JournalLine>,
): Promise<OpenMarket> {
  const newShopper = (name: string, email?: string) =>
    new Shopper(name, {
      doors: world.apps,
      journal,
      random: random.fork(),
      ...(email && { email }),
    });
  const admin = newShopper('Admin', 'admin@example.com');
  await must(admin, {
    method: 'POST',
    path: '/api/auth/sign-in/email',
    json: { email: admin.email, password: DEMO_PASSWORD },
  });
  const second = newShopper('Second Admin');
  const { email, name } = second;
  const json = { name, email, password: PASSWORD };
  await must(second, { method: 'POST', path: '/api/auth/sign-up/email', json });
  await world.database.pool.query("update users set role = 'admin' where email = $1", [email]);
  let goodsCount = 0;
  const newGoods = async (name: string, units: number): Promise<Goods> => {
    goodsCount += 1;
    const priceMinor = 1_000 + goodsCount * 37;
    const otherUnits = Math.min(units, 1_000);
    const { body } = await must(admin, {
      method: 'POST',
      path: '/products',
      json: {
        name: `${name} ${goodsCount}`,
        category: 'Gadget',
        price: priceMinor / 100,
        descriptions: `${name}, to be fought over.`,
        gender: 'Unisex',
        img: null,
        // One other size costs less, so that exchanges refund the difference, and one costs more.
        variants: [
          { sku: `T${goodsCount}-M`, size: 'M', inventory: units },
          {
            sku: `T${goodsCount}-L`,
            size: 'L',
            price: (priceMinor - CHEAPER_MINOR) / 100,
            inventory: otherUnits,
          },
          {
            sku: `T${goodsCount}-XL`,
            size: 'XL',
            price: (priceMinor + DEARER_MINOR) / 100,
            inventory: otherUnits,
          },
        ],
      },
    });
    const [variant, larger, largest] = body.variants;
    const { _id: variantId, sku } = variant;
    const [other, dear] = [larger, largest].map((one) => ({
      ...{ variantId: String(one._id), sku: String(one.sku), opening: otherUnits },
    }));
    if (!other || !dear) throw new Error('A product has three sizes.');
    return { productId: body._id, variantId, sku, priceMinor, opening: units, other, dear };
  };

  let tags = 0;
  let keys = 0;
  const goods: Goods[] = [];
  for (let i = 0; i < 6; i += 1) goods.push(await newGoods('Plenty', 1_000_000));
  // Of these the shop runs short now and then.
  for (let i = 0; i < 2; i += 1) goods.push(await newGoods('Scarce', 30));
  const market: Market = {
    goods,
    provider: world.provider,
    jobs: world.jobs,
    staff: [admin, second],
    taxes: await openTaxes(random.fork(), admin),
    purchases: [],
    breaches: [],
    newTag() {
      tags += 1;
      return `Town ${tags}`;
    },
    newKey(what) {
      keys += 1;
      return `${what}-${keys}`;
    },
    isOver: () => false,
    onFault: (kind) => world.faults.count(kind),
  };

  const register = async (name: string) => {
    const shopper = newShopper(name);
    const { email } = shopper;
    const json = { name, email, password: PASSWORD };
    const { body } = await must(shopper, { method: 'POST', path: '/api/auth/sign-up/email', json });
    shopper.id = body.user.id;
    return shopper;
  };
  const buyers: Shopper[] = [];
  for (let i = 0; i < KEEPING + CARTS; i += 1) {
    buyers.push(await register(i % 7 < 4 ? `Keeper ${i}` : `Cart ${i}`));
  }
  const shelf: Goods[] = [];
  for (let i = 0; i < 4; i += 1) shelf.push(await newGoods('Shown', 1_000));
  const owners: { shopper: Shopper; own: Purchase }[] = [];
  for (let i = 0; i < VISITORS; i += 1) {
    const shopper = await register(`Visitor ${i}`);
    const own = begin(market, shopper);
    await place(market, shopper, own);
    owners.push({ shopper, own });
  }
  const browsing = owners.map(({ shopper, own }, i): Browsing => {
    const foreign = owners[(i + 1) % owners.length]?.own ?? own;
    const { breaches } = market;
    const isOver = () => market.isOver();
    return { shopper, own, foreign, belief: new CartBelief(), goods: shelf, breaches, isOver };
  });
  const everybody = [admin, second, ...buyers, ...owners.map(({ shopper }) => shopper)];
  return { market, buyers, browsing, everybody, newGoods };
}

async function must(shopper: Shopper, call: Call) {
  const outcome = await shopper.call(call);
  if (outcome.kind === 'ok') return outcome;
  throw new Error(`${call.path}: ${outcome.status} ${JSON.stringify(outcome.body)}`);
}
