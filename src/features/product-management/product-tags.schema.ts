/** The tags that products have: what staff see of them, and how they change one on all products. */
import { z } from 'zod';
import { productTag } from '#shared/tag.schema.ts';
import { LONGEST_PRODUCT_TAG } from '#shared/tags.ts';
import type { ProductStatus } from './product-status.schema.ts';

/** How many products have a tag, by their status. Statuses without any are absent. */
export type ProductsByStatus = Partial<Record<ProductStatus, number>>;

/** A tag in the list of tags. */
export interface TagInUse {
  tag: string;
  /** The number of its products, which stops at one more than `MOST_COUNTED` or, of one tag, `MOST_OF_TAG`. */
  products: number;
  /** The same by status; empty where it stops. */
  statuses: ProductsByStatus;
}

/** What names a tag beside its products. */
export interface TagUses {
  /** Collections whose rule has the tag. */
  collections: { id: string; name: string }[];
  /** Searches in which a boost moves the products with the tag. */
  searches: { id: string; name: string }[];
  /** Whether the return policy makes its products final sales. */
  isFinalSale: boolean;
}

/** A tag with all that staff see of it. */
export interface TagView extends TagInUse {
  uses: TagUses;
}

/** A change of a tag on all products that have it: another name, or null for its removal. */
export const tagChange = z.strictObject({
  tag: z.string().min(1).max(LONGEST_PRODUCT_TAG),
  to: productTag.nullable(),
});

export type TagChange = z.infer<typeof tagChange>;

/** What such a change would do now. */
export interface TagChangePreview extends TagView {
  /** The new name as other products spell it; null for a removal. */
  to: string | null;
  /** How many products have the new name already, counted alike: with one, the two tags are merged. */
  inTo: number;
  /** How many products have both. */
  both: number;
  /** Whether the return policy names the new name as well. */
  isToFinalSale: boolean;
}
