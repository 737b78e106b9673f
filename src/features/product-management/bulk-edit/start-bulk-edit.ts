/** Previews a bulk edit, and starts its job. */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { spelledTags, spellingsOf } from '../../merchandising/merchandising.ts';
import { requireCosts } from '../../permissions.ts';
import type { JobView } from '../../staff-jobs/staff-jobs.schema.ts';
import { startJob } from '../../staff-jobs/staff-jobs.ts';
import {
  type BulkEditInput,
  type BulkEditPreview,
  MAX_SHEET_VARIANTS,
} from '../bulk-edit.schema.ts';
import type { BulkChange, ProductEdit, StoredEdit } from '../bulk-edit-input.schema.ts';
import type { EditedProduct } from '../product-management.schema.ts';
import { insertEdits } from './bulk-edit.store.ts';
import { nameOfGone, planEdit } from './plan-edit.ts';
import { readProducts } from './read-products.ts';

/** The most changes that a preview names. */
const MAX_NAMED = 2_000;

/** What a bulk edit would do now (admin), and what it would leave out. */
export async function previewBulkEdit(
  ctx: Ctx,
  actor: Actor,
  edits: ProductEdit[],
): Promise<BulkEditPreview> {
  requireCosts(actor);
  return previewEdits(ctx, await checkedEdits(ctx, edits));
}

/**
 * What edits that were checked would do now, and what they would leave out. `look` gets each
 * product that would change.
 */
export async function previewEdits(
  ctx: Ctx,
  byId: ReadonlyMap<string, StoredEdit>,
  look: (before: EditedProduct, after: EditedProduct) => void = () => {},
): Promise<BulkEditPreview> {
  const { categories } = await ctx.siteContent.read();
  const known = new Set(categories.map(({ name }) => name));
  const preview: BulkEditPreview = {
    products: 0,
    variants: 0,
    unchanged: 0,
    leftOut: 0,
    problems: [],
    changes: [],
    changeCount: 0,
  };
  for await (const read of readProducts(ctx.db, [...byId.keys()])) {
    for (const { id, product } of read) {
      const edit = byId.get(id);
      if (!edit) continue;
      const planned = product && planEdit(product, edit, known);
      addTo(preview, id, planned);
      if (product && planned?.after && planned.changes.length > 0) look(product, planned.after);
    }
  }
  return preview;
}

function addTo(
  preview: BulkEditPreview,
  productId: string,
  planned: ReturnType<typeof planEdit> | undefined,
): void {
  if (!planned || planned.problems) {
    const none = { sku: null, field: null };
    const gone = { productId, name: nameOfGone(productId), ...none, reason: 'It is gone.' };
    preview.leftOut += 1;
    preview.problems.push(...(planned?.problems ?? [gone]));
    return;
  }
  const { changes } = planned;
  if (changes.length === 0) preview.unchanged += 1;
  else {
    preview.products += 1;
    preview.variants += new Set(changes.flatMap(({ sku }) => sku ?? [])).size;
    preview.changeCount += changes.length;
    preview.changes.push(...changes.slice(0, Math.max(0, MAX_NAMED - preview.changes.length)));
  }
}

/**
 * Starts the job of a bulk edit (admin). Leaves out a product that somebody changed after its
 * version was read, and one whose edit is wrong. The problems of the job list both.
 */
export async function startBulkEdit(
  ctx: Ctx,
  actor: Actor,
  edits: ProductEdit[],
): Promise<JobView> {
  requireCosts(actor);
  return startEdits(ctx, actor, [...(await checkedEdits(ctx, edits)).values()]);
}

/**
 * Starts the job of edits that were checked (admin). `change` is what they have in common. A job
 * with an `id` is started once.
 */
export function startEdits(
  ctx: Ctx,
  actor: Actor,
  edits: StoredEdit[],
  { id, change }: { id?: string; change?: BulkChange } = {},
): Promise<JobView> {
  const products = edits.length;
  const input = { products, ...(change && { change }) } satisfies BulkEditInput;
  return startJob(ctx, actor, {
    ...(id !== undefined && { id }),
    kind: 'bulkEdit',
    input,
    fileId: null,
    undoable: true,
    about: { products: String(products), ...change },
    add: (tx, jobId) => insertEdits(tx, jobId, edits),
  });
}

/**
 * The edits by product, with tags as they are to be spelled. Refuses two of one product, and too many
 * variants.
 */
async function checkedEdits(ctx: Ctx, asked: ProductEdit[]): Promise<Map<string, ProductEdit>> {
  const spellings = await spellingsOf(
    ctx.db,
    asked.flatMap(({ tags = [] }) => tags),
  );
  const edits = asked.map((edit) =>
    edit.tags ? { ...edit, tags: spelledTags(edit.tags, spellings) } : edit,
  );
  const byId = new Map(edits.map((edit) => [edit._id, edit]));
  if (byId.size < edits.length) {
    throw new AppError('invalid_request', 'A product is in the edit twice.');
  }
  const variants = edits.reduce((sum, edit) => sum + edit.variants.length, 0);
  if (variants > MAX_SHEET_VARIANTS) {
    const message = `Please change at most ${MAX_SHEET_VARIANTS} variants at a time.`;
    throw new AppError('invalid_request', message);
  }
  return byId;
}
