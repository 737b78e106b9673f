/**
 * Reads the descriptions of a batch, with one query for all their images. This is the longest work
 * of an import. So it runs outside of transactions, and other requests are handled in between.
 */
import { AppError } from '#shared/errors.ts';
import { isPlainHtml } from '#shared/html-text.ts';
import { createPauses } from '#shared/pauses.ts';
import type { Ctx } from '../../context.ts';
import { resolveShownImages } from '../../images/images.ts';
import { type Description, imagesInStored, imagesToShow, toDescription } from '../rich-text.ts';
import type { CsvProduct } from './csv-product.ts';
import { selectDescriptionHtml } from './import.store.ts';
import { matchProducts } from './match-products.ts';

/**
 * The description of each product of a file, or the refusal. A product that keeps its description
 * is missing.
 */
export type Descriptions = Map<CsvProduct, Description | AppError>;

/**
 * Reads the descriptions that differ from the stored ones. If `existing` products are left as they
 * are, it reads only those of new products. Images that a product's description shows already stay,
 * even if their hosts are no longer configured.
 */
export async function readDescriptions(
  ctx: Ctx,
  products: CsvProduct[],
  existing: 'update' | 'leave',
): Promise<Descriptions> {
  const pause = createPauses();
  const read: Descriptions = new Map();
  const images = new Map<CsvProduct, string[]>();
  const stored = await findStored(ctx, products);
  // A description that was exported and not changed is not sanitized again.
  const differing = products.filter((product) => {
    const before = stored.get(product);
    return before === undefined || (existing === 'update' && before !== product.body);
  });
  for (const product of differing) {
    const urls = await imagesToShow(product.body).catch(asRefusal);
    if (urls instanceof AppError) read.set(product, urls);
    else images.set(product, urls);
    await pause();
  }
  const urls = new Set([...images.values()].flat());
  const shown = await resolveShownImages(ctx, ctx.db, [...urls], new Set());
  for (const product of differing) {
    const own = images.get(product);
    if (!own) continue;
    const earlier = own.length > 0 ? imagesInStored(stored.get(product) ?? '') : [];
    const kept = earlier.filter((url) => own.includes(url) && !shown.has(url));
    const known = await resolveShownImages(ctx, ctx.db, kept, new Set(kept));
    const description = toDescription(product.body, new Map([...shown, ...known]));
    read.set(product, await description.catch(asRefusal));
    await pause();
  }
  return read;
}

/** The stored HTML of those products that the shop has with formatting. */
async function findStored(ctx: Ctx, products: CsvProduct[]): Promise<Map<CsvProduct, string>> {
  const formatted = products.filter(({ body }) => !isPlainHtml(body));
  const { matches } = await matchProducts(ctx.db, formatted);
  const ids = matches.map((match) => ('id' in match ? match.id : ''));
  const html = await selectDescriptionHtml(ctx.db, ids.filter(Boolean));
  return new Map(
    formatted.flatMap((product, index) => {
      const before = html.get(ids[index] ?? '');
      return before === undefined ? [] : [[product, before] as const];
    }),
  );
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
