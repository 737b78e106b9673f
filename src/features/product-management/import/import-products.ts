/**
 * Imports the products of a Shopify CSV file. Reports errors by line and imports the rest. Skips a
 * product that exists (by its handle), so importing a file twice changes nothing the second time.
 */

import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { categoryNames } from '#shared/shop-config.ts';
import { slugify } from '#shared/slug.ts';
import type { Ctx } from '../../context.ts';
import { countProducts, selectTakenSlugs } from '../product-management.store.ts';
import { createProduct } from '../product-management.ts';
import { type CsvProblem, type CsvProduct, readProductCsv } from './read-csv.ts';

export interface ImportReport {
  added: number;
  variants: number;
  /** Products that existed before. */
  unchanged: number;
  /** Products without a category in the file; they get `category`. */
  uncategorised: number;
  problems: CsvProblem[];
}

export interface ImportOptions {
  /** For products whose type and tags name no category of the shop. */
  category: string;
  /** An account's id or a command's name, for the stock movements. */
  actor: string;
}

export async function importProducts(
  ctx: Ctx,
  text: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { products, problems } = readProductCsv(text);
  const report: ImportReport = { added: 0, variants: 0, unchanged: 0, uncategorised: 0, problems };
  const taken = await selectTakenSlugs(
    ctx.db,
    products.map(({ handle }) => slugify(handle)),
  );
  const newest = ctx.now().getTime();
  for (const [index, product] of products.entries()) {
    if (taken.has(slugify(product.handle))) {
      report.unchanged += 1;
      continue;
    }
    // Lists show the newest first. A millisecond between products preserves the order of the file.
    await addOne(ctx, product, options, new Date(newest - index), report);
  }
  problems.sort((a, b) => a.line - b.line);
  return report;
}

/** True when the shop has (or had) products that are not from this file. */
export async function holdsOtherProducts(ctx: Ctx, text: string): Promise<boolean> {
  const handles = readProductCsv(text).products.map(({ handle }) => slugify(handle));
  const fromFile = await selectTakenSlugs(ctx.db, handles);
  return (await countProducts(ctx.db)) > fromFile.size;
}

async function addOne(
  ctx: Ctx,
  product: CsvProduct,
  options: ImportOptions,
  createdAt: Date,
  report: ImportReport,
): Promise<void> {
  const known = findCategory(ctx, product);
  const price = product.variants[0]?.priceMinor ?? 0;
  const variants = product.variants.map((variant, index) => ({
    sku: variant.sku ?? `${product.handle.slice(0, 72)}-${index + 1}`,
    size: variant.size,
    color: variant.color,
    price: variant.priceMinor === price ? null : variant.priceMinor,
    inventory: variant.quantity,
  }));
  const variantImages = new Map(
    product.variants.flatMap(({ imageUrl }, index) => {
      const sku = variants[index]?.sku;
      return imageUrl && sku ? [[sku, imageUrl] as const] : [];
    }),
  );
  try {
    await inTransaction(ctx.db, (tx) =>
      createProduct(ctx, tx, options.actor, {
        slug: slugify(product.handle),
        name: product.title,
        category: known ?? options.category,
        price,
        descriptions: product.descriptions,
        gender: product.gender || genderOf(product.tags),
        variants,
        variantImages,
        imageUrls: product.images,
        createdAt,
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report.problems.push({ line: product.line, reason: `${product.handle}: ${error.message}` });
    return;
  }
  report.added += 1;
  report.variants += variants.length;
  if (!known) report.uncategorised += 1;
}

function findCategory(ctx: Ctx, product: CsvProduct): string | undefined {
  const names = categoryNames(ctx.shop);
  const said = [product.type, ...product.tags].map((word) => word.toLowerCase());
  return names.find((name) => said.includes(name.toLowerCase()));
}

function genderOf(tags: string[]): string {
  const said = new Set(tags.map((tag) => tag.toLowerCase()));
  const men = said.has('men') || said.has('mens');
  const women = said.has('women') || said.has('womens');
  if (men === women) return 'Unisex';
  return men ? 'Men' : 'Women';
}
