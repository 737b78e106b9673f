/** Opens the sheet of products, previews a bulk edit, and starts its job. */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireCosts } from '../../permissions.ts';
import type { JobView } from '../../staff-jobs/staff-jobs.schema.ts';
import { startJob } from '../../staff-jobs/staff-jobs.ts';
import {
  type BulkEditInput,
  type BulkEditPreview,
  MAX_SHEET_PRODUCTS,
  MAX_SHEET_VARIANTS,
  type Sheet,
} from '../bulk-edit.schema.ts';
import type { BulkChange, ProductEdit, StoredEdit } from '../bulk-edit-input.schema.ts';
import type { StaffFilter, StaffSort } from '../staff-list.schema.ts';
import { listForStaff } from '../staff-list.ts';
import { selectEditedProducts } from '../staff-product.store.ts';
import { countVariantsOf, insertEdits } from './bulk-edit.store.ts';
import { planEdit, toSheetProduct } from './plan-edit.ts';

/** How many products are read at a time. A product may have 2,000 variants. */
const READ_AT_ONCE = 200;
/** The most changes that a preview names. */
const MAX_NAMED = 2_000;

/**
 * The products for a sheet (admin): these, or the first ones that fit a filter. It has no archived
 * variants, and no products that have only archived variants.
 */
export async function openSheet(
  ctx: Ctx,
  actor: Actor,
  which: { ids: string[] } | { filter: StaffFilter; sort: StaffSort },
): Promise<Sheet> {
  requireCosts(actor);
  const ids = 'ids' in which ? [...new Set(which.ids)] : await idsOfList(ctx, actor, which);
  const counts = await countVariantsOf(ctx.db, ids);
  const shown: string[] = [];
  let room = MAX_SHEET_VARIANTS;
  const all = ids.filter((id) => counts.has(id));
  for (const id of all.slice(0, MAX_SHEET_PRODUCTS)) {
    room -= counts.get(id) ?? 0;
    if (room < 0) break;
    shown.push(id);
  }
  const products = [];
  for await (const read of readInParts(ctx, shown)) {
    products.push(...read.flatMap(({ product }) => (product ? [toSheetProduct(product)] : [])));
  }
  return { products, isCut: shown.length < all.length };
}

/**
 * Returns one id more than a sheet may have, so that the caller notices when there are too many.
 */
async function idsOfList(
  ctx: Ctx,
  actor: Actor,
  { filter, sort }: { filter: StaffFilter; sort: StaffSort },
): Promise<string[]> {
  const limit = MAX_SHEET_PRODUCTS + 1;
  const { items } = await listForStaff(ctx, actor, { filter, sort, limit, after: null });
  return items.map(({ id }) => id);
}

/** What a bulk edit would do now (admin), and what it would leave out. */
export async function previewBulkEdit(
  ctx: Ctx,
  actor: Actor,
  edits: ProductEdit[],
): Promise<BulkEditPreview> {
  requireCosts(actor);
  return previewEdits(ctx, checkedEdits(edits));
}

/** The same for edits that were checked. */
export async function previewEdits(
  ctx: Ctx,
  byId: ReadonlyMap<string, StoredEdit>,
): Promise<BulkEditPreview> {
  const { categories } = await ctx.sections.read();
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
  for await (const read of readInParts(ctx, [...byId.keys()])) {
    for (const { id, product } of read) {
      const edit = byId.get(id);
      if (edit) addTo(preview, id, product && planEdit(product, edit, known));
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
    const gone = { productId, name: productId, sku: null, field: null, reason: 'It is gone.' };
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
  return startEdits(ctx, actor, [...checkedEdits(edits).values()]);
}

/**
 * The same for edits that were checked. `change` is what they have in common. An edit with an `id`
 * is started once.
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

/** The edits by product; refuses two of one product, and too many variants. */
function checkedEdits(edits: ProductEdit[]): Map<string, ProductEdit> {
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

/** These products in the given order, in parts. A product that no longer exists is missing. */
async function* readInParts(ctx: Ctx, ids: string[]) {
  for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
    const part = ids.slice(from, from + READ_AT_ONCE);
    const records = await selectEditedProducts(ctx.db, part);
    yield part.map((id) => ({ id, product: records.get(id) }));
  }
}
