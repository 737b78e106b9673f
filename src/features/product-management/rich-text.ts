/**
 * Owns formatted descriptions with their images as they are stored. `shared/formatted-text.ts` says
 * what they may have.
 */
import type { Executor } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import {
  findTooManyTags,
  imagesInHtml,
  sanitizeFormatted,
  tooLongMessage,
} from '#shared/formatted-text.ts';
import { htmlToText, isPlainHtml } from '#shared/html-text.ts';
import { productLimits } from '#shared/product-limits.ts';
import type { Ctx } from '../context.ts';
import { resolveShownImages, type ShownImage, wholeAddress } from '../images/images.ts';
import { MAX_IMAGES } from './product-management.schema.ts';

/**
 * The columns of a description. `descriptionHtml` is empty for a description without formatting.
 */
export interface Description {
  descriptions: string;
  descriptionHtml: string;
  /** The addresses of the images that it shows. */
  images: string[];
}

/** A description that replaces another one. */
export interface NewDescription extends Description {
  /** The images that the earlier description did not show. */
  addedImages: string[];
}

/** The characters that are escaped in attributes. */
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const DESCRIPTION = 'description';
/** The field that a refusal names. */
const OF_FIELD = { field: 'descriptions' };

/** Why a description is refused before it is read; null if it is not refused. */
export function findTooMuch(html: string): string | null {
  if (html.length > productLimits.descriptions) {
    return tooLongMessage(DESCRIPTION, productLimits.descriptions);
  }
  return findTooManyTags(html, DESCRIPTION);
}

function requireReadable(html: string): void {
  const reason = findTooMuch(html);
  if (reason) throw new AppError('invalid_request', reason, { details: OF_FIELD });
}

/**
 * The addresses of the images in stored HTML. It need not be parsed, because each stored image begins with its `src`.
 */
export function imagesInStored(html: string): string[] {
  const found = [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) =>
    src.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => CHARACTERS[name] ?? ''),
  );
  return [...new Set(found)];
}

/** Stored HTML as it is exported: another shop can fetch its images. */
export function toExportedHtml(ctx: Pick<Ctx, 'baseUrl'>, html: string): string {
  return html.replace(
    /(<img src=")([^"]*)/g,
    (_, start: string, src: string) => start + wholeAddress(ctx, src),
  );
}

/**
 * The images of a description that is to be stored. Refuses a description that has too many tags,
 * characters or images.
 */
export async function imagesToShow(html: string): Promise<string[]> {
  requireReadable(html);
  const urls = await imagesInHtml(html);
  if (urls.length <= MAX_IMAGES) return urls;
  const message = `A description shows at most ${MAX_IMAGES} images.`;
  throw new AppError('invalid_request', message, { details: OF_FIELD });
}

/**
 * A description as it is stored. `images` are the ones that it may show, by their addresses in
 * `html`; others are left out. Refuses a description that is too long.
 */
export async function toDescription(
  html: string,
  images: Map<string, ShownImage>,
): Promise<Description> {
  requireReadable(html);
  if (isPlainHtml(html)) return plain(htmlToText(html));
  // A second run finds the addresses that the first run wrote.
  const stored = new Map([...images.values()].map((image) => [image.src, image]));
  const showImage = (src: string) => images.get(src) ?? stored.get(src) ?? null;
  const reading = { what: DESCRIPTION, details: OF_FIELD, showImage };
  const clean = await sanitizeFormatted(html, reading);
  if (isPlainHtml(clean)) return plain(htmlToText(clean));
  const shown = imagesInStored(clean).filter((src) => stored.has(src));
  return { descriptions: htmlToText(clean), descriptionHtml: clean, images: shown };
}

/**
 * A description as it is stored, with the images that it may show. `earlier` is the stored HTML
 * that it replaces. Images that it shows already stay, even if their hosts are no longer
 * configured. Refuses one that has too many tags, characters or images.
 */
export async function readDescription(
  ctx: Ctx,
  db: Executor,
  html: string,
  earlier: string,
): Promise<NewDescription> {
  const urls = await imagesToShow(html);
  const shownAlready = new Set(urls.length > 0 ? imagesInStored(earlier) : []);
  const description = await toDescription(
    html,
    await resolveShownImages(ctx, db, urls, shownAlready),
  );
  return {
    ...description,
    addedImages: description.images.filter((src) => !shownAlready.has(src)),
  };
}

const plain = (descriptions: string): Description => ({
  descriptions,
  descriptionHtml: '',
  images: [],
});
