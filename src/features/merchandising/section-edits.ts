/** What edits of categories and of collections have in common. */
import type { Tx } from '#db/client.ts';
import { type Differences, differencesBetween } from '#shared/differences.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { categories } from '../catalog/categories.table.ts';
import type { collections } from '../catalog/collections.table.ts';
import type { Ctx } from '../context.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { categoryIsGone, refusalOfConstraint, type SentenceOf } from '../refusal-of-constraint.ts';
import { reorderRows } from '../reorder-rows.ts';
import { MAX_IN_MENU } from './merchandising.schema.ts';
import { type SectionKind, slugOf } from './section-slugs.ts';
import { countInMenu, selectInOrder } from './sections.store.ts';

/** Every edit changes these. */
const notEdited = new Set(['version', 'updatedAt', 'formerSlugs']);

const sentenceOf: SentenceOf = {
  ...categoryIsGone,
  categories_slug_unique: 'Another category has that address.',
  collections_slug_unique: 'Another collection has that address.',
  categories_name_unique: 'Another category has that name.',
  collections_name_unique: 'Another collection has that name.',
  collection_products_product_id_products_id_fk:
    'One of the products is not in the shop any more. Please look at the list again.',
  collections_rule_category_categories_id_fk:
    'The category of the rule does not exist any more. Please choose one again.',
};

/**
 * Runs one edit of sections at a time (admin), in a transaction: there are few, and they share the
 * menu.
 */
export function withSections<T>(
  ctx: Ctx,
  actor: Actor,
  work: (tx: Tx, adminId: string) => Promise<T>,
): Promise<T> {
  return editAsAdmin(ctx, actor, { locks: ['sections'], sentenceOf }, work);
}

/** Turns a refusal of the database into a sentence for the person. */
export function asRefusal(error: unknown): unknown {
  return refusalOfConstraint(error, sentenceOf);
}

/**
 * The slug after an edit. A slug that was made from the name changes with the name, unless another
 * one is asked for.
 */
export function slugAfter(
  before: { name: string; slug: string },
  changes: { name?: string | undefined; slug?: string | undefined },
  kind: SectionKind,
): string | 'new' {
  if (changes.slug !== undefined && changes.slug !== before.slug) return changes.slug;
  const isRenamed = changes.name !== undefined && changes.name !== before.name;
  const isOfName = slugOf(before.name, kind) === before.slug;
  return isRenamed && isOfName ? 'new' : before.slug;
}

/** Refuses a menu that would get too long to be shown. */
export async function requirePlaceInMenu(tx: Tx): Promise<void> {
  if ((await countInMenu(tx)) <= MAX_IN_MENU) return;
  throw new AppError(
    'invalid_request',
    `The menu has room for ${MAX_IN_MENU} entries. Please take another one out first.`,
  );
}

/** What differs between two records, apart from what every edit changes. */
export function changesBetween<T extends object>(before: T, after: T): Differences {
  return differencesBetween(before, after, { except: notEdited });
}

const plurals: Record<SectionKind, string> = {
  category: 'categories',
  collection: 'collections',
};

/**
 * Puts the sections into this order (admin). Refuses a list that does not have each of them once.
 */
export async function reorderSections(
  ctx: Ctx,
  actor: Actor,
  kind: SectionKind,
  table: typeof categories | typeof collections,
  ids: string[],
): Promise<void> {
  await withSections(ctx, actor, async (tx, adminId) => {
    const before = await selectInOrder(tx, table);
    const changed = await reorderRows(tx, table, before, ids);
    if (changed) await recordAudit(tx, adminId, `${kind}.order`, plurals[kind], { changed });
  });
}
