import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fulfillOrder, markDelivered } from '#features/fulfillment/fulfillment.ts';
import { getOrder } from '#features/orders/orders.ts';
import { deleteMyAccount } from '#features/privacy/privacy.ts';
import { removeOld } from '#features/retention/retention.ts';
import {
  addReturnPhoto,
  approveReturn,
  closeReturn,
  readReturnPhoto,
  requestReturn,
  withdrawReturn,
} from '#features/returns/returns.ts';
import { openGuestShop, refusal } from '../support/guests.ts';
import { imageForm, imagesOf, noise, pngOf } from '../support/images.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { readExport } from '../support/read-export.ts';
import { actorOf, type Client, PASSWORD, signedInActorOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { testConfig } from '../support/test-config.ts';

const { shop, ctx, clock, query, admin, placeAsGuest } = await openGuestShop();
const DAY_MS = 86_400_000;
const KEPT = testConfig({}).retention;
const staff = () => actorOf(admin, 'admin');
let sam: Client;
let eve: Client;
let count = 0;

beforeAll(async () => {
  sam = await shop.shopper('Sam Showing');
  eve = await shop.shopper('Eve Looking');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

async function askFor(order: { id: string }, actor = actorOf(sam), quantity = 1): Promise<string> {
  count += 1;
  const { lines } = await getOrder(ctx, staff(), order.id);
  const back = { sku: lines[0]?.sku ?? '', quantity, reason: 'damaged' as const };
  const request = { lines: [back], note: null, key: `photos-${count}` };
  return (await requestReturn(ctx, actor, order.id, request)).id;
}

async function deliver(order: { id: string }): Promise<void> {
  const { lines } = await getOrder(ctx, staff(), order.id);
  const units = lines.map(({ sku, quantity }) => ({ sku, quantity }));
  const parcel = { lines: units, carrier: null, trackingNumber: null };
  await fulfillOrder(ctx, staff(), order.id, { ...parcel, key: `p-${order.id}`, version: null });
  const { fulfillments } = await getOrder(ctx, staff(), order.id);
  await markDelivered(ctx, staff(), fulfillments[0]?.id ?? '', { version: null });
}

async function delivered(quantity = 1): Promise<PaidOrder> {
  const order = await placeOrderOf(shop, sam, [quantity]);
  await deliver(order);
  return order;
}

const send = (id: string, bytes: Uint8Array, who = sam) =>
  who.post(`/api/v1/returns/${id}/photos`, imageForm(bytes));
const codeOf = async (response: Response) => (await response.json()).code;
const photos = (id: string) => query('select * from return_photos where return_id = $1', [id]);

test('a customer adds three photos to a return, which the shop encodes without metadata, and which they and staff alone see', async () => {
  const order = await delivered();
  const id = await askFor(order);
  const gps = await noise(2_000, 150)
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();
  expect((await sharp(gps).metadata()).exif).toBeDefined();
  const added = await send(id, gps);
  expect(added.status).toBe(201);
  // The same file again is the same photo.
  expect((await send(id, gps)).status).toBe(201);
  const { returns, version } = await added.json();
  const [photo] = returns[0].photos;
  expect(returns[0].photos).toEqual([
    { _id: photo._id, url: `/api/v1/return-photos/${photo._id}`, width: 1_600, height: 120 },
  ]);
  expect(version).toBe((await getOrder(ctx, staff(), order.id)).version);
  for (const who of [sam, admin]) {
    const response = await who.get(photo.url);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const { format, width, exif } = await sharp(await response.arrayBuffer()).metadata();
    expect([format, width, exif]).toEqual(['webp', 1_600, undefined]);
  }
  expect((await eve.get(photo.url)).status).toBe(404);
  expect((await shop.guest().get(photo.url)).status).toBe(401);
  expect((await send(id, gps, eve)).status).toBe(404);
  expect((await send(id, gps, admin)).status).toBe(404);
  // Nothing of it is in the image store, whose files are public.
  expect(await query('select name from uploads')).toEqual([]);

  const before = (await photos(id)).length;
  expect(await codeOf(await send(id, Buffer.from('<svg/>')))).toBe('not_an_image');
  expect(await codeOf(await send(id, pngOf(9_000, 9_000, true)))).toBe('image_too_large');
  expect(await codeOf(await send(id, (await imagesOf.png()).subarray(0, 900)))).toBe(
    'image_unreadable',
  );
  expect(await codeOf(await send(id, Buffer.alloc(9_000_000)))).toBe('image_too_large');
  expect((await photos(id)).length).toBe(before);
  await Promise.all([send(id, await imagesOf.png()), send(id, await imagesOf.webp())]);
  expect(await codeOf(await send(id, await imagesOf.png()))).toBe('invalid_request');
  expect((await photos(id)).map(({ position }) => position).sort()).toEqual([1, 2, 3]);
});

test('a guest with the link adds photos, and nobody with another link sees them', async () => {
  const own = await placeAsGuest('photos@example.com', { isPaid: true, quantity: 2 });
  const other = await placeAsGuest('other@example.com', { isPaid: true });
  await deliver(own);
  const id = await askFor(own, own.holder);
  expect(await refusal(addReturnPhoto(ctx, other.holder, id, await imagesOf.png()))).toBe(
    'not_found',
  );
  await addReturnPhoto(ctx, own.holder, id, await imagesOf.png());
  const [photo] = await photos(id);
  expect(await readReturnPhoto(ctx, own.holder, photo.id)).toEqual(photo.image);
  expect(await readReturnPhoto(ctx, staff(), photo.id)).toEqual(photo.image);
  expect(await refusal(readReturnPhoto(ctx, other.holder, photo.id))).toBe('not_found');
  expect(await refusal(readReturnPhoto(ctx, other.holder, 'pho_none'))).toBe('not_found');
  // Withdrawing removes them at once, so asking again and again stores nothing.
  await withdrawReturn(ctx, own.holder, id);
  expect(await photos(id)).toEqual([]);
  expect(await refusal(addReturnPhoto(ctx, own.holder, id, await imagesOf.png()))).toBe(
    'return_state',
  );
  // Files that can't be read count, because decoding them costs as much.
  const next = await askFor(own, own.holder);
  const codes = [];
  for (let nr = 0; nr < 21; nr += 1) {
    codes.push(await refusal(addReturnPhoto(ctx, own.holder, next, Buffer.from(`no ${nr}`))));
  }
  expect(codes.filter((code) => code === 'not_an_image').length).toBe(19);
  expect(codes.at(-1)).toBe('rate_limited');
});

test('photos go some days after their return ended, and the database keeps what it should', async () => {
  const order = await delivered(2);
  const id = await askFor(order);
  const open = await askFor(order);
  await addReturnPhoto(ctx, actorOf(sam), id, await imagesOf.png());
  await addReturnPhoto(ctx, actorOf(sam), open, await imagesOf.png());
  await approveReturn(ctx, staff(), id, { version: null });
  await closeReturn(ctx, staff(), id, { version: null });
  const [{ ended_at: endedAt, ...row }] = await photos(id);
  expect(endedAt).toEqual(ctx.now());
  const fault = (text: string) =>
    query(text).then(
      () => 'done',
      ({ constraint, message }) => constraint ?? message,
    );
  const copy = (returnId: string, change: Partial<typeof row>) => {
    const one = { ...row, returnId, position: 2, hash: 'b'.repeat(64), ...change };
    return fault(`insert into return_photos values ('pho_2', '${returnId}', '${one.order_id}',
      ${one.position}, '${one.hash}', 1, 1, '\\x00', now())`);
  };
  expect(await copy(id, {})).toBe('return_photos_of_open_returns');
  expect(await copy(open, { position: 4 })).toBe('return_photos_are_few');
  expect(await copy(open, { position: 1 })).toBe('return_photos_one_per_place');
  expect(
    await fault(`update return_photos set image = '\\x01' where return_id = '${open}'`),
  ).toMatch(/stays/);
  await removeOld(ctx, 'returnPhotos', KEPT);
  expect((await photos(id)).length).toBe(1);
  clock.now += 90 * DAY_MS + 1;
  await removeOld(ctx, 'returnPhotos', KEPT);
  clock.now -= 90 * DAY_MS + 1;
  expect(await photos(id)).toEqual([]);
  expect((await photos(open)).length).toBe(1);
});

test('photos are in the export of the account, and go with it, also one that is on its way', async () => {
  const order = await delivered();
  const id = await askFor(order);
  await addReturnPhoto(ctx, actorOf(sam), id, await imagesOf.png());
  const [photo] = await photos(id);
  const actor = await signedInActorOf(shop, sam);
  const exported = await readExport(ctx, actor);
  expect(exported.returnPhotos).toContainEqual({
    ...{ _id: photo.id, returnId: id, orderId: order.id },
    createdAt: photo.created_at.toISOString(),
    ...{ type: 'image/webp', base64: photo.image.toString('base64') },
  });
  const blocker = await shop.database.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from orders where id = $1 for update', [order.id]);
  const late = refusal(addReturnPhoto(ctx, actor, id, await imagesOf.png()));
  await expect
    .poll(
      async () => (await query('select count(*)::int as n from pg_locks where not granted'))[0].n,
    )
    .toBeGreaterThan(0);
  const deleted = deleteMyAccount(ctx, actor, { password: PASSWORD });
  await blocker.query('commit');
  blocker.release();
  await deleted;
  expect(['none', 'not_found']).toContain(await late);
  expect(await query('select id from return_photos where order_id = $1', [order.id])).toEqual([]);
});
