import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createDiskImages } from '#adapters/images/disk.ts';
import { createPaymentsSandbox } from '#adapters/payments/sandbox.ts';
import { createPublicFiles } from '#adapters/remote-files/public-files.ts';
import { openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { createDemoAccounts } from '#features/accounts/demo-accounts.ts';
import { createSiteContentReader, getProduct, setUpCategories } from '#features/catalog/catalog.ts';
import { createPaymentIntent, payOrder, submitOrder } from '#features/checkout/checkout.ts';
import { recordDemo } from '#features/database-origin/database-origin.ts';
import { createDeliveryReader, setUpDelivery } from '#features/delivery/delivery.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { createSearchCounter } from '#features/search-reports/search-reports.ts';
import { createTaxReader } from '#features/taxes/taxes.ts';
import { silentLog } from '#shared/log.ts';
import { shop } from '#shop-config';

// npm run db:dump -- postgres://…/empty: fills an empty database with one paid order and stores its
// rows as the dump of the newest migration. Later versions must be able to migrate it. The dump has
// no tables: the migrations that it lists make them. Needs pg_dump of the server's version or
// newer.

const [url, ...more] = process.argv.slice(2);
if (url === undefined || more.length > 0) {
  console.error('Usage: npm run db:dump -- postgres://user:password@host/empty_database');
  process.exit(1);
}
const projectRoot = process.cwd();
const database = openDatabase(url);
await migrateDatabase(database, projectRoot);

const now = () => new Date('2026-11-21T10:00:00Z');
const payments = createPaymentsSandbox(database.db, now);
const images = createDiskImages(tmpdir());
const mail = {
  contact: null,
  standard: null,
  from: { name: shop.brand, address: shop.contact.email },
  captured: null,
};
const baseUrl = 'http://localhost:3000';
const remoteFiles = createPublicFiles();
const none = { identity: null, search: null };
const outside = { payments, images, remoteFiles, mail, adminEmails: [], ...none };
const siteContent = createSiteContentReader(database);
const delivery = createDeliveryReader();
const taxes = createTaxReader();
const searches = createSearchCounter(database, { now, log: silentLog });
const readers = { siteContent, delivery, taxes, searches };
const ctx = { db: database.db, shop, ...readers, ...outside, baseUrl, now, log: silentLog };
await setUpCategories(ctx);
await setUpDelivery(ctx);
await recordDemo(ctx.db);
await createDemoAccounts(ctx);
const header =
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Image Src';
const rows = ['S', 'M'].map(
  (size) => `tee,Tee,A tee.,Cloths,Size,${size},TEE-${size},9,20.00,/pictures/tee-800.webp`,
);
await importProducts(ctx, [header, ...rows].join('\n'), { category: 'Cloths', actor: 'dump' });

const { rows: found } = await database.pool.query(
  "select id, email, name from users where role = 'shopper'",
);
const user = { ...found[0], image: null, role: 'shopper' as const, emailVerified: true };
const actor = { user, session: null, cartToken: null };
const { id: _id } = await getProduct(ctx, 'tee');
const cart = [{ _id, sku: 'TEE-M', quantity: 2 }];
const order = await submitOrder(ctx, actor, { cart, city: 'Dhaka' }, 'dump');
const { clientSecret } = await createPaymentIntent(ctx, actor, {
  totalAmount: 160,
  orderId: order.id,
});
const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };
const { id: transaction } = await payments.confirm({ clientSecret, card });
await payOrder(ctx, actor, order.id, { transaction });
await database.close();

const journal = JSON.parse(await readFile('src/db/migrations/meta/_journal.json', 'utf8'));
const path = `test/dumps/${journal.entries.at(-1).tag}.sql`;
const dumped = spawnSync('pg_dump', ['--data-only', '--column-inserts', url], { encoding: 'utf8' });
if (dumped.status !== 0) throw new Error(dumped.stderr);
await writeFile(path, `${readRows(dumped.stdout).join('\n')}\n`);
console.log(`Wrote ${path}.`);

/** The rows and counters of a dump, without comments, settings and psql's own commands. */
function readRows(dump: string): string[] {
  const lines = dump.split('\n').filter((line) => line !== '' && !/^(--|SET |\\)/.test(line));
  const kept = lines.filter((line) => !line.startsWith('SELECT pg_catalog.set_config('));
  const odd = kept.find((line) => !/^(INSERT INTO |SELECT pg_catalog\.setval\().*;$/.test(line));
  if (odd !== undefined) throw new Error(`No single row: ${odd}`);
  return kept;
}
