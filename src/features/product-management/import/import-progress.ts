/** The progress of an import, and the store of its findings: a job, or memory. */
import type { Tx } from '#db/client.ts';
import type { Ctx } from '../../context.ts';
import { addNewCategories, findNewCategories } from '../../merchandising/merchandising.ts';
import type { NewItem } from '../../staff-jobs/staff-jobs.ts';
import type { ImageCounts, NewCategory } from '../import.schema.ts';
import type { Written } from './apply-batch.ts';
import type { CsvProblem } from './csv-file.ts';
import { noImages } from './image-counts.ts';
import type { RelatedProgress } from './link-related.ts';

/** A transaction that has this many variants begins no further product. */
export const VARIANTS_AT_ONCE = 5_000;
/** The most bytes of the file in memory at a time. A description may have 100 KB. */
export const BYTES_AT_ONCE = 8 * 1024 * 1024;

/** What an import has done, or in a dry run would do. */
export interface ImportCounts {
  added: number;
  changed: number;
  /** Variants of added products. */
  variants: number;
  unchanged: number;
  /** Added products without a category in the file; they get the one that was chosen. */
  uncategorised: number;
  /** Products that were refused. */
  refused: number;
  /** Products whose images are to be fetched. */
  toFetch: number;
  images: ImageCounts;
  /** Added and changed products with a compare-at price that customers don't see. */
  unseenFormer: number;
}

/** The progress of the second pass. */
export interface ImportPosition {
  /** How many items of the file were read: products, and problems. */
  items: number;
  products: number;
  /** The time of the newest product, in milliseconds. */
  newest: number;
  counts: ImportCounts;
  /** Products of a dry run that are found by an SKU, and not by their handles. */
  bySku: number;
  /** The categories that only the file has. */
  newCategories: NewCategory[];
  /** Whether products have to be related once the whole file is imported. */
  relates: boolean;
}

/**
 * Where the second pass begins. Adds the categories that only the file names, or says in a dry run
 * which ones it would add.
 */
export async function beginProducts(
  ctx: Ctx,
  tx: Tx,
  categories: Set<string>,
  { actor, dryRun }: { actor: string; dryRun: boolean },
): Promise<ImportPosition> {
  const added = dryRun
    ? (await findNewCategories(tx, categories)).map((name) => ({ id: '', name }))
    : await addNewCategories(ctx, tx, actor, categories);
  const newCategories = added.map((one) => ({ ...one, isUsed: false }));
  const newest = ctx.now().getTime();
  const start = { items: 0, products: 0, newest, counts: noCounts, bySku: 0 };
  return { ...start, newCategories, relates: false };
}

/** The store of an import's findings: a job, or memory. */
export interface ImportProgress extends RelatedProgress {
  /** Which of these keys the first pass claimed. */
  claimedKeys(tx: Tx, keys: bigint[]): Promise<Set<bigint>>;
  /** Which of these lines were refused by the first pass. */
  linesWithProblem(tx: Tx, lines: number[]): Promise<Set<number>>;
  saveCheck(tx: Tx, products: number, problems: CsvProblem[]): Promise<void>;
  saveBatch(tx: Tx, position: ImportPosition, findings: Findings): Promise<void>;
}

/** The findings about a batch. */
export interface Findings {
  problems: CsvProblem[];
  items: NewItem[];
  toFetch: Written['toFetch'];
}

export const noCounts: ImportCounts = {
  added: 0,
  changed: 0,
  variants: 0,
  unchanged: 0,
  uncategorised: 0,
  refused: 0,
  toFetch: 0,
  images: noImages,
  unseenFormer: 0,
};
