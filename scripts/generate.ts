import { parseArgs } from 'node:util';
import { servedProduction } from '#features/database-origin/database-origin.ts';
import { StartError } from '#shared/start-error.ts';
import { withThousands } from '#shared/thousands.ts';
import { fillShop } from './generate/fill-shop.ts';
import { withShop } from './with-shop.ts';

// npm run generate -- --products N [--orders N] [--customers N]: adds generated products, customers
// and two years of orders to a demo shop, to see how it works with many. The same numbers give the
// same goods. It is one transaction, so it adds all or nothing.

const BY = 'npm run generate';
/** A limit that catches a mistyped number. */
const MAX_NUMBER = 10_000_000;

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '0' },
    orders: { type: 'string', default: '0' },
    customers: { type: 'string' },
  },
});

await withShop(async (ctx, database) => {
  const products = readNumber('products', values.products);
  const orders = readNumber('orders', values.orders);
  const customers = readNumber('customers', values.customers ?? String(Math.ceil(orders / 4)));
  if (products === 0)
    throw new StartError(`Usage: ${BY} -- --products N [--orders N] [--customers N]`);
  if (orders > 0 && customers === 0) throw new StartError('Orders need customers.');
  if (await servedProduction(ctx.db)) {
    throw new StartError(
      'This database is a production shop. Generated orders are for demos only.',
    );
  }
  const started = Date.now();
  await fillShop(ctx, database, { products, orders, customers }, (step) => {
    console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${step}`);
  });
  console.log(
    `${withThousands(products)} products, ${withThousands(customers)} customers and ${withThousands(orders)} orders are in the shop.`,
  );
  return 0;
});

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= MAX_NUMBER) return number;
  throw new StartError(`--${name} must be a number from 0 to ${withThousands(MAX_NUMBER)}.`);
}
