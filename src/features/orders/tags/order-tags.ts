/**
 * The tags that staff give to orders. Only staff see them. History and audit log are never cleaned,
 * and a tag may be about a person, so they say how many tags changed and not which.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_TAGS } from '#shared/tags.ts';
import type { Actor } from '../../actor.ts';
import { recordAudits } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import { noSuchOrder } from '../access/order-access.ts';
import { MAX_SELECTED } from '../lists/staff-orders.schema.ts';
import type { OrderView } from '../orders.schema.ts';
import { lockForStaff, requireSeenVersion } from '../staff-change.ts';
import type { TagOrdersRequest } from './order-tags.schema.ts';
import { insertEvents, lockTagged, updateTags } from './order-tags.store.ts';

/** A locked order with the tags that it had, and those that it gets. */
interface Change {
  id: string;
  status: OrderView['status'];
  before: string[];
  tags: string[];
}

/**
 * Sets all tags of an order (admin). The tags that it has already, in any order, do nothing.
 * `version` is that of the order that staff saw; null checks nothing. 409 `order_changed`.
 */
export async function setOrderTags(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { tags, version }: { tags: string[]; version: number | null },
): Promise<void> {
  const admin = requireAdmin(actor);
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, id);
    const change = { id, status: order.status, before: order.tags, tags };
    if (!isChange(change)) return;
    requireSeenVersion(order, version);
    await writeChanges(tx, [change], { actor: admin.id, at: ctx.now() });
  });
}

/** An order that kept its tags, with the reason. */
interface Refused {
  id: string;
  number: string;
  refusal: string;
}

/**
 * Adds tags to several orders and removes others, in one transaction (admin). Orders that have the
 * one and lack the other already stay as they are, so a repeat does nothing, and it does not matter
 * what others changed meanwhile. Orders that would have too many tags are named.
 */
export async function tagOrders(
  ctx: Ctx,
  actor: Actor,
  ids: string[],
  { add, remove }: TagOrdersRequest,
): Promise<{ changed: number; refused: Refused[] }> {
  const admin = requireAdmin(actor);
  if (ids.length > MAX_SELECTED) {
    throw new AppError('invalid_request', `Please select at most ${MAX_SELECTED} orders.`);
  }
  return inTransaction(ctx.db, async (tx) => {
    const locked = await lockTagged(tx, ids);
    const known = new Set(locked.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    const all = locked.map(({ id, number, status, tags: before }) => {
      const kept = before.filter((tag) => !remove.includes(tag));
      return { id, number, status, before, tags: [...new Set([...kept, ...add])] };
    });
    const changes = all.filter((one) => isChange(one) && fits(one));
    await writeChanges(tx, changes, { actor: admin.id, at: ctx.now() });
    const refused = [
      ...unknown.map((id) => ({ id, number: id, refusal: noSuchOrder().message })),
      ...all.filter((one) => !fits(one)).map(({ id, number }) => ({ id, number, refusal: FULL })),
    ];
    return { changed: changes.length, refused };
  });
}

const FULL = `It would have more than ${MAX_TAGS} tags.`;

const fits = ({ tags }: Change) => tags.length <= MAX_TAGS;

const isChange = (change: Change) => added(change) + removed(change) > 0;

const added = ({ before, tags }: Change) => tags.filter((tag) => !before.includes(tag)).length;

const removed = ({ before, tags }: Change) => before.filter((tag) => !tags.includes(tag)).length;

function inWords(change: Change): string {
  const parts = { added: added(change), removed: removed(change) };
  const done = Object.entries(parts).filter(([, count]) => count > 0);
  return done.map(([word, count]) => `${count} ${word}`).join(', ');
}

async function writeChanges(
  tx: Tx,
  changes: Change[],
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  if (changes.length === 0) return;
  await updateTags(tx, changes);
  await insertEvents(
    tx,
    changes.map((change) => ({
      orderId: change.id,
      event: 'tags-changed',
      fromStatus: change.status,
      toStatus: change.status,
      ...{ actor, at },
      detail: inWords(change),
    })),
  );
  const entries = changes.map((change) => ({
    subject: change.id,
    detail: { added: added(change), removed: removed(change) },
  }));
  await recordAudits(tx, actor, 'order.tag', entries);
}
