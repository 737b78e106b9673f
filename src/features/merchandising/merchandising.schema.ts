/** What staff see and change of categories and collections. Money in minor units. */

import { z } from 'zod';
import { LONGEST_SECTION_NAME, LONGEST_SECTION_TEXT } from '#shared/field-lengths.ts';
import { NAME_NEEDED } from '#shared/field-messages.ts';
import { LONGEST_IMAGE_URL } from '#shared/product-limits.ts';
import { LONGEST_SLUG, NOT_A_SLUG, SLUG } from '#shared/slugify.ts';
import { LONGEST_PRODUCT_TAG, MAX_RULE_TAGS } from '#shared/tags.ts';
import { price } from '../catalog/catalog.schema.ts';
import { MAX_CHOSEN } from './most-chosen.schema.ts';

export const MAX_CATEGORIES = 100;
export const MAX_COLLECTIONS = 200;
/** The most entries of the shop's menu: categories and collections together. */
export const MAX_IN_MENU = 12;
/** The most products that one request moves to another category. */
export const MAX_MOVED = 5_000;

/** A category or collection with what staff see of both. */
export interface StaffSection {
  id: string;
  name: string;
  slug: string;
  /** Slugs that it gave up, which redirect to it; the newest first. */
  formerSlugs: string[];
  description: string;
  imageUrl: string | null;
  inMenu: boolean;
  version: number;
  updatedAt: string;
}

export interface StaffCategory extends StaffSection {
  /** Whether the home page's offers are its products. */
  offers: boolean;
}

/** What a product needs to be in a collection by rules. */
export interface CollectionRule {
  /** The name of a category; null for any. */
  category: string | null;
  /** A product needs all of them. */
  tags: string[];
  minMinor: number | null;
  maxMinor: number | null;
  inStock: boolean;
}

export interface StaffCollection extends StaffSection {
  /** Null for a collection by hand. */
  rule: CollectionRule | null;
}

/** A product that staff chose for a collection. */
export interface ChosenProduct {
  id: string;
  name: string;
  status: string;
  imageUrl: string | null;
}

const name = z.string().trim().min(1, NAME_NEEDED).max(LONGEST_SECTION_NAME);
const slug = z.string().trim().max(LONGEST_SLUG).regex(SLUG, NOT_A_SLUG);
const section = {
  name: name.optional(),
  slug: slug.optional(),
  description: z.string().trim().max(LONGEST_SECTION_TEXT).optional(),
  image: z.string().trim().min(1).max(LONGEST_IMAGE_URL).nullable().optional(),
  inMenu: z.boolean().optional(),
};

/** Changes of a category. What is absent stays as it is. */
export const categoryChanges = z.strictObject({ ...section, offers: z.boolean().optional() });
export const categoryInput = categoryChanges.required({ name: true });

const rule = z.strictObject({
  category: z.string().min(1).max(80).nullable().optional(),
  tags: z.array(z.string().trim().min(1).max(LONGEST_PRODUCT_TAG)).max(MAX_RULE_TAGS).optional(),
  min: price.nullable().optional(),
  max: price.nullable().optional(),
  inStock: z.boolean().optional(),
});

/**
 * Changes of a collection. `rule` replaces the whole rule, and null makes it one by hand.
 * `products` replaces the chosen ones by these ids, in this order.
 */
export const collectionChanges = z.strictObject({
  ...section,
  rule: rule.nullable().optional(),
  products: z.array(z.string().min(1).max(120)).max(MAX_CHOSEN).optional(),
});
export const collectionInput = collectionChanges.required({ name: true });

export const sectionRowOrder = z.strictObject({
  ids: z.array(z.string().min(1).max(120)).min(1).max(MAX_COLLECTIONS),
});

export type CategoryChanges = z.infer<typeof categoryChanges>;
export type CategoryInput = z.infer<typeof categoryInput>;
export type CollectionChanges = z.infer<typeof collectionChanges>;
export type CollectionInput = z.infer<typeof collectionInput>;

/** A group of words that find the same products. */
export interface Synonyms {
  id: string;
  /** As they are searched: in lower case, without accents. */
  words: string[];
}

/** A group as staff read and write it. */
export const toLine = ({ words }: Pick<Synonyms, 'words'>) => words.join(', ');

export const MAX_SYNONYM_GROUPS = 500;
/** Words of one group; the table has the same limit. */
export const MAX_SYNONYMS = 12;
/** In characters. */
export const LONGEST_SYNONYM = 40;
