/** Reads the descriptions of a batch of a file: one look at the images for all of them. */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { resolveShownImages } from '../../images/images.ts';
import { type Description, imagesIn, imagesToShow, toDescription } from '../description.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import type { CsvProduct } from './csv-product.ts';

/** A product of the file, and the one of the shop that it is. */
export interface Described {
  product: CsvProduct;
  before: StaffProduct | undefined;
}

/** The description of each product of a file, or why it is refused; none where it stays. */
export type Descriptions = Map<CsvProduct, Description | AppError>;

/**
 * The descriptions that differ from the stored ones. Images that a product's description shows
 * already stay, whatever hosts are configured by now.
 */
export async function readDescriptions(ctx: Ctx, tx: Tx, all: Described[]): Promise<Descriptions> {
  const read: Descriptions = new Map();
  const images = new Map<CsvProduct, string[]>();
  // What was exported and not changed is not sanitized again.
  const differing = all.filter(
    ({ product: { body }, before }) => body === '' || body !== before?.descriptionHtml,
  );
  for (const { product } of differing) {
    const urls = await imagesToShow(product.body).catch(asRefusal);
    if (urls instanceof AppError) read.set(product, urls);
    else images.set(product, urls);
  }
  const urls = new Set([...images.values()].flat());
  const shown = await resolveShownImages(ctx, tx, [...urls], new Set());
  for (const { product, before } of differing) {
    const own = images.get(product);
    if (!own) continue;
    const earlier = own.length > 0 && before ? await imagesIn(before.descriptionHtml) : [];
    const kept = earlier.filter((url) => own.includes(url) && !shown.has(url));
    const known = await resolveShownImages(ctx, tx, kept, new Set(kept));
    const description = toDescription(product.body, new Map([...shown, ...known]));
    read.set(product, await description.catch(asRefusal));
  }
  return read;
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
