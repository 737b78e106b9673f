/** The input of bulk edits. Amounts arrive as decimals and become minor units. */

import { z } from 'zod';
import { readPercent } from '#shared/change-price.ts';
import { CATEGORY_NEEDED, TAG_NEEDED } from '#shared/field-messages.ts';
import { productTagList } from '#shared/tag.schema.ts';
import { joinTags, splitTags } from '#shared/tags.ts';
import { price, stockUnits } from '../catalog/catalog.schema.ts';
import { MAX_SHEET_PRODUCTS, MAX_SHEET_VARIANTS, sheetStatuses } from './bulk-edit.schema.ts';
import { onHand, productChanges } from './product-management.schema.ts';

const id = z.string().min(1).max(120);

/** Changes of a variant. What is absent stays as it is; a null clears an amount or a level. */
const variantEdit = z.strictObject({
  _id: id,
  price: price.nullable().optional(),
  compareAtPrice: price.nullable().optional(),
  cost: price.nullable().optional(),
  onHand: onHand.optional(),
  /** Null for the shop's own level. */
  lowStockAt: stockUnits.nullable().optional(),
});

const productEdit = z.strictObject({
  _id: id,
  /** The version that the edit was made from. */
  version: z.int().min(1),
  status: z.enum(sheetStatuses).optional(),
  category: productChanges.shape.category,
  tags: productChanges.shape.tags,
  variants: z.array(variantEdit).max(MAX_SHEET_VARIANTS).default([]),
});

export const bulkEdit = z.strictObject({
  products: z.array(productEdit).min(1, 'Please change a product first.').max(MAX_SHEET_PRODUCTS),
});

export type ProductEdit = z.infer<typeof productEdit>;
export type VariantEdit = z.infer<typeof variantEdit>;
/** A `ProductEdit` as a client sends it, with amounts in decimals. */
export type SentProductEdit = z.input<typeof productEdit>;

/** One tag or several, as `joinTags` writes them. */
const tags = z
  .string(TAG_NEEDED)
  .transform(splitTags)
  .pipe(productTagList.min(1, TAG_NEEDED))
  .transform((list) => joinTags([...new Set(list)]));

/** A change that is the same for all products of a bulk edit. */
export const bulkChange = z.discriminatedUnion('change', [
  z.object({ change: z.enum(sheetStatuses) }),
  z.object({
    change: z.literal('category'),
    category: z.string(CATEGORY_NEEDED).min(1, CATEGORY_NEEDED).max(200),
  }),
  z.object({ change: z.literal('tag'), tag: tags }),
  z.object({ change: z.literal('untag'), tag: tags }),
  z.object({
    change: z.literal('percent'),
    percent: z
      .string()
      .refine(
        (text) => readPercent(text) !== null,
        'Please type a percentage, such as -10. Prices can fall by less than 100 %.',
      ),
    /** Whether the new prices are rounded to .99. */
    to99: z.enum(['yes', 'no']),
  }),
]);

/** A tag gets another name: in its place, or it goes where a product has that already. */
export interface TagRename {
  change: 'renameTag';
  tag: string;
  to: string;
}

export type BulkChange = z.infer<typeof bulkChange> | TagRename;

/** What the form of a question about a change sends back. */
export const shownChange = z.object({
  /** The id that the job gets, so that one question starts one job. */
  jobId: z.string().regex(/^job_[0-9a-z]{26}$/),
  /** Stands for the products and their versions that the question was about. */
  seen: z.string(),
});

export type ShownChange = z.infer<typeof shownChange>;

/**
 * An edit as it is stored. A change becomes an edit of the product as it is by then. Without a version
 * it is made whatever was changed meanwhile. `ofTag` is the one tag that it is about, as products have it.
 */
export type StoredEdit =
  | ProductEdit
  | { _id: string; version?: number; change: BulkChange; ofTag?: string };
