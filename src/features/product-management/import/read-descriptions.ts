/**
 * Reads the descriptions of a batch of a file: one look at the images for all of them. It is the
 * longest work of an import, so it runs in no transaction, and others have their turn in between.
 */
import { AppError } from '#shared/errors.ts';
import { isPlainHtml } from '#shared/html-text.ts';
import { createPauses } from '#shared/pauses.ts';
import type { Ctx } from '../../context.ts';
import { resolveShownImages } from '../../images/images.ts';
import { type Description, imagesInStored, imagesToShow, toDescription } from '../description.ts';
import type { CsvProduct } from './csv-product.ts';
import { selectDescriptionHtml } from './import.store.ts';
import { matchProducts } from './match-products.ts';

/** The description of each product of a file, or why it is refused; none where it stays. */
export type Descriptions = Map<CsvProduct, Description | AppError>;

/**
 * The descriptions that differ from the stored ones, or only those of products that the shop does not
 * have when `existing` ones are left. Images that a product's description shows already stay,
 * whatever hosts are configured by now.
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
  // What was exported and not changed is not sanitized again.
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

/** The stored HTML of those products with formatting that the shop has. */
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
