/**
 * The tags that products have, and changes of one on all of them: another name, which merges it into
 * a tag of that name, or its removal. Such a change is a bulk edit, so it is previewed, runs as a job,
 * is listed, and is undone as one. It finds its products as it comes to them and changes nothing but
 * their tags, so it leaves out none that somebody edits meanwhile.
 */

import { createHash } from 'node:crypto';
import { MOST_COUNTED } from '#shared/counted.ts';
import { encodeCursor, type Page, readSortedCursor, toPage } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import { LONGEST_BOOST_VALUE } from '#shared/field-lengths.ts';
import { joinTags, MOST_OF_TAG } from '#shared/tags.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { findTagRules, spellingsOf } from '../../merchandising/merchandising.ts';
import { requireAdmin } from '../../permissions.ts';
import { readReturnPolicy } from '../../return-policy/return-policy.ts';
import type { JobView } from '../../staff-jobs/staff-jobs.schema.ts';
import { findJob, newJobId, startJob } from '../../staff-jobs/staff-jobs.ts';
import type { BulkEditInput } from '../bulk-edit.schema.ts';
import type { BulkChange, ShownChange } from '../bulk-edit-input.schema.ts';
import type {
  ProductsByStatus,
  TagChange,
  TagChangePreview,
  TagInUse,
  TagView,
} from '../product-tags.schema.ts';
import {
  countTagged,
  selectFrequentTags,
  selectLastLookedAt,
  selectTags,
} from './product-tags.store.ts';

/** The sort of the list, in its cursors. */
const BY_NAME = 'name';

/**
 * A page of the tags that products have, in any status, by name (admin); with `start` those that begin
 * so, whatever their capitals. An invalid cursor means the first ones. A page may have few tags or none
 * and still a next one, where many are in use no more.
 */
export async function listTags(
  ctx: Ctx,
  actor: Actor,
  { start, limit, after }: { start: string; limit: number; after: string | null },
): Promise<Page<TagInUse>> {
  requireAdmin(actor);
  const most = MOST_COUNTED + 1;
  // The index has as many entries of a tag as products have it, and all are read to count some.
  const frequent = await selectFrequentTags(ctx.db, most);
  const from = readSortedCursor(after, BY_NAME, 'text');
  const rows = await selectTags(ctx.db, { start, limit: limit + 1, after: from, most, frequent });
  const page = toPage(rows, limit, ({ sortValue, tag }) => [BY_NAME, sortValue, tag]);
  const last = page.next === null && (await selectLastLookedAt(ctx.db, { start, after: from }));
  const next = last ? encodeCursor([BY_NAME, last.key, last.tag]) : page.next;
  const items = page.items.map(({ tag, statuses: counted }) => {
    const products = frequent.includes(tag) ? most : sumOf(counted);
    return { tag, products, statuses: products < most ? counted : {} };
  });
  return { items, next };
}

/** A tag with its products, up to one more than `MOST_OF_TAG`, and with what else names it (admin). */
export async function getTag(ctx: Ctx, actor: Actor, tag: string): Promise<TagView> {
  requireAdmin(actor);
  const [counts, rules, { finalSaleTags }] = await Promise.all([
    countTagged(ctx.db, [tag], MOST_OF_TAG + 1),
    findTagRules(ctx.db, tag),
    readReturnPolicy(ctx.db),
  ]);
  const uses = { ...rules, isFinalSale: finalSaleTags.includes(tag) };
  const products = sumOf(counts);
  return { tag, products, statuses: products > MOST_OF_TAG ? {} : counts, uses };
}

/**
 * What a change of a tag would do now (admin), and what `startTagChange` needs to do just this. A new
 * name takes the spelling of a tag in use that differs only by capitals.
 */
export async function previewTagChange(
  ctx: Ctx,
  actor: Actor,
  change: TagChange,
): Promise<TagChangePreview & { shown: ShownChange }> {
  const preview = await foresee(ctx, actor, change);
  return { ...preview, shown: { jobId: newJobId(), seen: seenIn(preview) } };
}

/**
 * Starts the job of a change that was previewed (admin). The same preview starts one job, which a
 * repeat returns. 412 when the change would by now do something else than the preview said: merge
 * where it renamed, or concern other rules. How many products have the tag may differ.
 */
export async function startTagChange(
  ctx: Ctx,
  actor: Actor,
  change: TagChange,
  { jobId, seen }: ShownChange,
): Promise<JobView> {
  const earlier = await findJob(ctx, actor, jobId, 'bulkEdit');
  if (earlier) return earlier;
  const preview = await foresee(ctx, actor, change);
  if (seenIn(preview) !== seen) {
    const message =
      'Nothing was changed, because the tag or what names it is no longer as in the question. Please look at it and try again.';
    throw new AppError('edit_conflict', message);
  }
  const { tag, to } = preview;
  const products = sumOf(await countTagged(ctx.db, [tag], null));
  const made: BulkChange =
    to === null ? { change: 'untag', tag: joinTags([tag]) } : { change: 'renameTag', tag, to };
  return startJob(ctx, actor, {
    id: jobId,
    kind: 'bulkEdit',
    input: { products, change: made, ofTag: tag } satisfies BulkEditInput,
    fileId: null,
    undoable: true,
    about: { products: String(products), ...made },
  });
}

async function foresee(
  ctx: Ctx,
  actor: Actor,
  { tag, to: typed }: TagChange,
): Promise<TagChangePreview> {
  const view = await getTag(ctx, actor, tag);
  if (view.products === 0) {
    throw new AppError('invalid_request', 'No product has this tag any more.');
  }
  const none = { to: null, inTo: 0, both: 0, isToFinalSale: false };
  if (typed === null) return { ...view, ...none };
  const to = await newNameOf(ctx, tag, typed);
  if (to === tag) throw new AppError('invalid_request', 'The tag has this name already.');
  if (to.length > LONGEST_BOOST_VALUE && view.uses.searches.length > 0) {
    const message = `Searches have boosts of this tag, so its name has ${LONGEST_BOOST_VALUE} characters at most.`;
    throw new AppError('invalid_request', message);
  }
  const [inTo, both, { finalSaleTags }] = await Promise.all([
    countTagged(ctx.db, [to], MOST_OF_TAG + 1).then(sumOf),
    countTagged(ctx.db, [tag, to], MOST_OF_TAG + 1).then(sumOf),
    readReturnPolicy(ctx.db),
  ]);
  return { ...view, to, inTo, both, isToFinalSale: finalSaleTags.includes(to) };
}

/** Another tag in use has its own spelling. A tag may get other capitals itself. */
async function newNameOf(ctx: Ctx, tag: string, typed: string): Promise<string> {
  const spelled = (await spellingsOf(ctx.db, [typed])).get(typed) ?? typed;
  return spelled === tag ? typed : spelled;
}

function sumOf(statuses: ProductsByStatus): number {
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}

function seenIn({ tag, to, inTo, uses, isToFinalSale }: TagChangePreview): string {
  const parts = [tag, to, inTo > 0, uses, isToFinalSale];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
