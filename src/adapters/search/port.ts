/**
 * What the shop needs of a search engine outside of it: which products have some words. What a
 * product is now, PostgreSQL knows: whatever comes back is looked up there before it is shown.
 */
export interface SearchPort {
  readonly name: 'typesense';
  /** Its host and collection, for people. Another one has to be filled. */
  readonly where: string;
  /** The best hits. Throws if the engine does not respond in time, or not as expected. */
  find(asked: EngineQuery): Promise<EngineHits>;
  /** Makes the collection, unless it is there. */
  prepare(): Promise<void>;
  /** Adds or replaces products. Returns those that the engine refuses, with its reason. */
  put(products: EngineProduct[]): Promise<{ id: string; reason: string }[]>;
  /** Removes products, whether they are there or not. */
  remove(ids: string[]): Promise<void>;
  /** Removes all products that were put with a lower number of a fill. */
  removeBefore(fill: number): Promise<void>;
}

export interface EngineQuery {
  /** In lower case, without accents. All are required; the last one may be the start of a word. */
  words: readonly string[];
  /** Null for all hits. */
  filter: EngineFilter | null;
  sort: EngineSort;
  /** The most ids that are returned. */
  most: number;
}

/** By how well the words fit, or by a value of the product; the newest first where they are equal. */
export type EngineSort = 'relevance' | { by: 'createdAt' | 'price' | 'name'; down: boolean };

export interface EngineFilter {
  categoryId: string | null;
  /** A product has to have one choice of each list. */
  choices: string[][];
  inStock: boolean;
  /** A product may have a variant in this range. Null for an open end. */
  minMinor: number | null;
  maxMinor: number | null;
}

export interface EngineHits {
  /** The best ones first. */
  ids: string[];
  /** How many products there are. */
  total: number;
}

/** A listed product as it is searched. The texts are in lower case, without accents. */
export interface EngineProduct {
  id: string;
  name: string;
  /** Its category, brand, type and tags. */
  kind: string;
  /** Sizes, colors, third options, material, gender and SKUs. */
  options: string;
  details: string;
  categoryId: string;
  /** What its variants fit, and its tags: `search_index.choices`. */
  choices: string[];
  inStock: boolean;
  lowestMinor: number;
  highestMinor: number;
  createdAt: Date;
  /** For the sort by name. */
  nameKey: string;
  /** The number of the fill that it belongs to. */
  fill: number;
}

/** The engine has lost its collection, or never had it. */
export class NoCollectionError extends Error {}
