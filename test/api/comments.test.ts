import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERY_ENTRY } from '#features/audit-log/audit-log.schema.ts';
import { listAudit } from '#features/audit-log/audit-log.ts';
import { deleteMyAccount } from '#features/privacy/privacy.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  PASSWORD,
  signedInActorOf,
  type TestShop,
} from '../support/shop.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;
let bob: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Discussed');
  admin = await shop.admin('Ada Packer');
  bob = await shop.admin('Bob Packer');
});
afterAll(() => shop.close());

interface Entry {
  event: string;
  commentId: string | null;
  actor: string;
  detail: string | null;
}

const comment = async (
  id: string,
  text: string,
  { who = admin, key = text.replaceAll(/\s/g, '') } = {},
) => {
  const response = await who.post(
    `/api/v1/orders/${id}/comments`,
    { text },
    { 'idempotency-key': key },
  );
  return { status: response.status, body: await response.json() };
};
const timeline = async (id: string): Promise<Entry[]> =>
  (await (await admin.get(`/api/v1/orders/${id}/timeline`)).json()).entries;
const orderOf = async (id: string) => (await admin.get(`/orders/${id}`)).json();

test('staff comment on an order, and the comment changes nothing of it', async () => {
  const { id } = await placeOrderOf(shop, sam, [1]);
  const { version } = await orderOf(id);
  const text = 'Called her:\n<b>gift wrap</b>, please';
  const added = await comment(id, text, { key: 'once' });
  expect(added.status).toBe(201);
  expect(added.body.entries[0]).toMatchObject({
    event: 'comment',
    actor: expect.stringContaining('Ada Packer'),
    detail: text,
  });
  await comment(id, text, { key: 'once' });
  await comment(id, 'Done', { who: bob });
  const shown = await timeline(id);
  expect(shown.map(({ event, actor }) => [event, actor.split(',')[0]]).slice(0, 2)).toEqual([
    ['comment', 'Bob Packer'],
    ['comment', 'Ada Packer'],
  ]);
  expect(shown.filter(({ event }) => event === 'comment')).toHaveLength(2);
  expect(shown.at(-1)?.event).toBe('place');
  expect((await orderOf(id)).version).toBe(version);
  // The whole order has the same history, for staff alone. Its customer sees none of it.
  const whole = await (await admin.get(`/api/v1/orders/${id}`)).json();
  expect(whole.timeline).toEqual(shown);
  const { cart: lines, ...order } = await orderOf(id);
  expect(whole).toEqual({ ...order, lines, paymentStatus: 'paid', timeline: shown });
  const ofOwner = await (await sam.get(`/api/v1/orders/${id}`)).json();
  expect(ofOwner).toMatchObject({ _id: id, paymentStatus: 'paid', timeline: null });
  const own = await (await sam.get(`/orders/${id}`)).text();
  expect(own + JSON.stringify(ofOwner)).not.toContain('gift wrap');
});

test('no comment replaces another one under its key, in whatever order they arrive', async () => {
  const { id } = await placeOrderOf(shop, sam, [1]);
  const texts = async () =>
    (await timeline(id))
      .flatMap(({ event, detail }) => (event === 'comment' ? [detail] : []))
      .sort();
  const sent = ['Call her at five', 'Call her', 'Call her at five', 'Call her'];
  for (const text of sent) {
    expect((await comment(id, text, { key: 'lost' })).status).toBe(201);
  }
  expect(await texts()).toEqual(['Call her', 'Call her at five']);
  for (const _ of [1, 2]) await comment(id, 'Call her', { key: 'lost', who: bob });
  expect(await texts()).toEqual(['Call her', 'Call her', 'Call her at five']);
  const { rows } = await shop.database.pool.query(
    "select count(*)::int as entries from audit_log where action = 'order.comment' and subject = $1",
    [id],
  );
  expect(rows).toEqual([{ entries: 3 }]);
});

test('a comment is removed once, from its own order', async () => {
  const [one, other] = [await placeOrderOf(shop, sam, [1]), await placeOrderOf(shop, sam, [1])];
  const { body } = await comment(one.id, 'Her phone is broken');
  const { commentId } = body.entries[0];
  const remove = (id: string) => bob.delete(`/api/v1/orders/${id}/comments/${commentId}`);
  expect((await remove(other.id)).status).toBe(404);
  expect((await remove(one.id)).status).toBe(200);
  expect((await remove(one.id)).status).toBe(404);
  expect((await timeline(one.id)).some(({ event }) => event === 'comment')).toBe(false);
  const page = { filter: EVERY_ENTRY, limit: 10, after: null };
  const audit = await listAudit(shop.context.ctx, actorOf(admin, 'admin'), page);
  expect(audit.items.slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
    ['order.remove-comment', one.id],
    ['order.comment', one.id],
  ]);
  expect(JSON.stringify(audit)).not.toContain('broken');
});

test('what is no comment is refused', async () => {
  const { id } = await placeOrderOf(shop, sam, [1]);
  expect(await comment(id, ' \n ', { key: 'blank' })).toMatchObject({ status: 422 });
  expect(await comment(id, 'x'.repeat(2_001), { key: 'much' })).toMatchObject({ status: 422 });
  expect(await comment('ord_unknown', 'Hello')).toMatchObject({ status: 404 });
  // As long as may be, of characters that JavaScript counts twice, and one that can't be stored.
  expect(await comment(id, `\0${'👕'.repeat(1_000)}`, { key: 'long' })).toMatchObject({
    status: 201,
  });
});

test("comments go with their customer's account", async () => {
  const gone = await shop.shopper('Gus Gone');
  const { id } = await placeOrderOf(shop, gone, [1]);
  await comment(id, 'Gus lives at the lake');
  const actor = await signedInActorOf(shop, gone);
  await deleteMyAccount(shop.context.ctx, actor, { password: PASSWORD, unsent: [id] });
  expect((await timeline(id)).some(({ event }) => event === 'comment')).toBe(false);
});
