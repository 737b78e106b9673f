/** Writes many changed products at once, with one statement for each table. */
import type { Tx } from '#db/client.ts';
import { type Differences, isSame } from '#shared/differences.ts';
import { newId } from '#shared/ids.ts';
import { type AuditAction, unitsField } from '../audit-log/audit-log.schema.ts';
import { JOB, recordAudits } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { markImagesUsed } from '../images/images.ts';
import { correctStock, recordOpeningStock } from '../inventory/inventory.ts';
import { differences, isSameVariant } from './differences.ts';
import { imageColumns } from './edit-parts.ts';
import { updateOnSale, updateVariants } from './edit-product.store.ts';
import type { StaffProduct, StaffVariant } from './product-management.schema.ts';
import { selectNames } from './product-management.store.ts';
import { imagesInStored } from './rich-text.ts';
import {
  appendVariants,
  keepTags,
  replaceDescriptionImagesOf,
  replaceImagesOf,
  replaceRelatedOf,
  updateProducts,
} from './write-records.store.ts';

/** A product before and after a change. The caller has locked its row and variants. */
export interface RecordChange {
  before: StaffProduct;
  after: StaffProduct;
  /** What `changesOf` says of them, if the caller has asked. */
  changed?: Differences;
}

interface Why {
  actor: string;
  /** For the audit log, such as 'product.import'. */
  action: AuditAction;
  /** For movements of stock. */
  note: string;
  /** The job that does it, which the audit log names; null if none does. */
  job: string | null;
}

/** The changes, including those of available units. Empty when there are none. */
export function changesOf({ before, after }: RecordChange): Differences {
  const found = differences(before, after);
  const old = new Map(before.variants.map((variant) => [variant.id, variant]));
  for (const { id, sku, available } of after.variants) {
    const earlier = old.get(id)?.available ?? 0;
    if (earlier !== available) found[unitsField(sku)] = [earlier, available];
  }
  return found;
}

/**
 * Whether a change writes nothing that another product may want, too, such as an address, an SKU, an
 * image, a category or a tag. Then the locked rows of the product are all the locks that it needs.
 */
export function isOfOwnRows({ before, after }: RecordChange): boolean {
  const old = new Map(before.variants.map((variant) => [variant.id, variant]));
  return (
    before.slug === after.slug &&
    before.status === after.status &&
    before.category === after.category &&
    after.tags.every((tag) => before.tags.includes(tag)) &&
    before.descriptionHtml === after.descriptionHtml &&
    isSame(before.images, after.images) &&
    after.variants.every(({ id, sku, imageUrl }) => {
      const earlier = old.get(id);
      return earlier?.sku === sku && earlier.imageUrl === imageUrl;
    })
  );
}

/**
 * Writes changed products in the caller's transaction, with their stock and the audit log. The
 * version of each increases by one. A variant that is missing in `before` is added.
 */
export async function writeRecords(
  ctx: Ctx,
  tx: Tx,
  changes: RecordChange[],
  why: Why,
): Promise<void> {
  if (changes.length === 0) return;
  const at = ctx.now();
  await keepTags(tx, changes);
  await updateProducts(tx, changes, at);
  await writeImages(ctx, tx, changes);
  await writeRelated(tx, changes);
  await writeVariants(tx, changes, why, at);
  const found = changes.map((change) => ({ change, changed: change.changed ?? changesOf(change) }));
  const names = await namesOfRelated(tx, found);
  await recordAudits(
    tx,
    why.actor,
    why.action,
    found.map(({ change: { before, after }, changed }) => ({
      subject: before.id,
      detail: {
        name: before.name,
        ...(why.job !== null && { [JOB]: why.job }),
        changed: changed.related
          ? { ...changed, related: [named(before.related, names), named(after.related, names)] }
          : changed,
      },
    })),
  );
}

async function namesOfRelated(
  tx: Tx,
  found: { change: RecordChange; changed: Differences }[],
): Promise<Map<string, string>> {
  const ids = found.flatMap(({ change: { before, after }, changed }) =>
    changed.related ? [...before.related, ...after.related] : [],
  );
  return ids.length === 0 ? new Map() : selectNames(tx, [...new Set(ids)]);
}

function named(ids: string[], names: Map<string, string>): string[] {
  return ids.map((id) => names.get(id) ?? id);
}

async function writeRelated(tx: Tx, changes: RecordChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => !isSame(before.related, after.related));
  await replaceRelatedOf(
    tx,
    changed.map(({ after }) => after.id),
    changed.flatMap(({ after: { id, related } }) =>
      related.map((relatedId, position) => ({ productId: id, relatedId, position })),
    ),
  );
}

async function writeImages(ctx: Ctx, tx: Tx, changes: RecordChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => !isSame(before.images, after.images));
  const rows = changed.flatMap(({ after: { id, images } }) =>
    images.map((image, position) => ({
      id: newId('img'),
      productId: id,
      position,
      ...imageColumns(image),
    })),
  );
  const described = await writeDescriptionImages(tx, changes);
  const known = new Set([
    ...changes.flatMap(({ before }) => addressesOf(before)),
    ...described.known,
  ]);
  const added = [...changes.flatMap(({ after }) => addressesOf(after)), ...described.shown].filter(
    (url) => !known.has(url),
  );
  // Images that are shown already stay, even if their hosts are no longer configured.
  await markImagesUsed(ctx, tx, [...new Set(added)]);
  await replaceImagesOf(
    tx,
    changed.map(({ after }) => after.id),
    rows,
  );
}

/** Returns the images of descriptions that change, before and after. */
async function writeDescriptionImages(
  tx: Tx,
  changes: RecordChange[],
): Promise<{ known: string[]; shown: string[] }> {
  const changed = changes.filter(
    ({ before, after }) => before.descriptionHtml !== after.descriptionHtml,
  );
  const known: string[] = [];
  const rows: { productId: string; url: string }[] = [];
  for (const { before, after } of changed) {
    known.push(...imagesInStored(before.descriptionHtml));
    const urls = imagesInStored(after.descriptionHtml);
    rows.push(...urls.map((url) => ({ productId: after.id, url })));
  }
  await replaceDescriptionImagesOf(
    tx,
    changed.map(({ after }) => after.id),
    rows,
  );
  return { known, shown: rows.map(({ url }) => url) };
}

function addressesOf({ images, variants }: StaffProduct): string[] {
  return [...images.map(({ url }) => url), ...variants.flatMap(({ imageUrl }) => imageUrl ?? [])];
}

async function writeVariants(
  tx: Tx,
  changes: RecordChange[],
  { actor, note }: Why,
  at: Date,
): Promise<void> {
  const edited: StaffVariant[] = [];
  const added: ReturnType<typeof toVariantRow>[] = [];
  const moved: { variantId: string; quantity: number }[] = [];
  /** Products whose variants may come on sale, or off it. */
  const onSale: string[] = [];
  for (const { before, after } of changes) {
    const known = edited.length + added.length;
    const old = new Map(before.variants.map((variant) => [variant.id, variant]));
    for (const [position, variant] of after.variants.entries()) {
      const earlier = old.get(variant.id);
      if (!earlier) {
        added.push(toVariantRow(after, variant, position, at));
        continue;
      }
      const quantity = variant.available - earlier.available;
      if (quantity !== 0) moved.push({ variantId: variant.id, quantity });
      if (!isSameVariant(earlier, variant)) edited.push(variant);
    }
    const isOther = edited.length + added.length > known || before.status !== after.status;
    if (isOther) onSale.push(after.id);
  }
  await updateVariants(tx, edited, at);
  await appendVariants(tx, added);
  await recordOpeningStock(tx, added, actor, at);
  await correctStock(tx, moved, { actor, note, at });
  await updateOnSale(tx, onSale);
}

function toVariantRow(product: StaffProduct, variant: StaffVariant, position: number, at: Date) {
  const { available, reserved: _, archived, ...fields } = variant;
  return {
    ...fields,
    productId: product.id,
    available,
    position,
    active: product.status === 'active' && !archived,
    archivedAt: archived ? at : null,
  };
}
