/** Which images products and profiles may show. An image is stored while something shows it. */
import type { Executor } from '#db/client.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { UPLOADS } from '#shared/renditions.ts';
import type { Ctx } from '../context.ts';
import { browserSpelling, imageAddress, isFetchable } from './image-address.ts';
import { SOME_MAIN } from './image-files.ts';
import {
  isInUse,
  isUsableByProfile,
  markAllUsed,
  markUnused,
  markUsed,
  selectFetched,
  selectSizes,
  selectUploaded,
} from './images.store.ts';
import { UNUSED_KEPT_MS } from './remove-images.ts';

/**
 * The address under which a product stores an image: an uploaded one, which is marked as used; one
 * of the shop's own; or https at a configured host. Refuses all others.
 */
export async function markImageUsed(ctx: Ctx, db: Executor, url: string): Promise<string> {
  const address = browserSpelling(url);
  if (await markUsed(db, address, ctx.now())) return address;
  return requireForeign(ctx, address);
}

/**
 * What a product can do with an image: show it at this address, show it after it was fetched, or
 * not show it.
 */
export type ImageChoice =
  | { stored: string }
  /** The image can stay on this host of `imageHosts`, and can be fetched, too. */
  | { stored: string; host: string }
  /** `otherwise` is the refusal for callers who can't fetch it. */
  | { toFetch: string; otherwise: AppError }
  /** `isMissing`: it was an upload of this shop and is not stored any more. */
  | { refused: AppError; isMissing: boolean };

/**
 * How products can show these images. An image of the web at no configured host has to be fetched
 * (`fetchImage`). One that the shop has fetched before is shown from there, wherever it was. Marks
 * none as used: `markImagesUsed` does that for the images that a product gets.
 */
export async function resolveImages(
  ctx: Ctx,
  db: Executor,
  urls: string[],
): Promise<Map<string, ImageChoice>> {
  const addresses = new Map(urls.map((url) => [url, storedSpelling(ctx, url)]));
  const all = [...addresses.values()];
  const choices = await withoutCopies(ctx, db, all);
  const foreign = all.filter((address) => {
    const choice = choices.get(address) ?? {};
    return 'toFetch' in choice || 'host' in choice;
  });
  for (const [source, stored] of await selectFetched(db, foreign)) choices.set(source, { stored });
  return new Map(
    [...addresses].flatMap(([url, address]) => {
      const choice = choices.get(address);
      return choice ? [[url, choice] as const] : [];
    }),
  );
}

/**
 * How products can show the images with these stored spellings, as if the shop had fetched none.
 */
async function withoutCopies(
  ctx: Ctx,
  db: Executor,
  addresses: string[],
): Promise<Map<string, ImageChoice>> {
  const uploaded = await selectUploaded(db, addresses);
  return new Map(
    addresses.map((address) => [
      address,
      uploaded.has(address) ? { stored: address } : foreignChoice(ctx, address),
    ]),
  );
}

/**
 * Marks the uploads among addresses of `resolveImages` as used. Refuses one that was removed
 * meanwhile.
 */
export async function markImagesUsed(ctx: Ctx, db: Executor, addresses: string[]): Promise<void> {
  const uploaded = await markAllUsed(db, addresses, ctx.now());
  for (const address of addresses) if (!uploaded.has(address)) requireForeign(ctx, address);
}

/** An image in a text: its address, and the size that reserves its space, in pixels. */
export interface ShownImage {
  src: string;
  width: number;
  height: number;
}

/** As wide as the largest rendition; its shape is a guess until a browser has loaded it. */
const UNKNOWN_SIZE = { width: 800, height: 800 };

/**
 * How a text shows images, by their addresses in the text. Those that it may not show are missing.
 * The rules are those of `markImageUsed`; images in `shownAlready` are shown already and stay. A
 * copy that was fetched for a product does not count, so that the same text always gives the same
 * result.
 */
export async function resolveShownImages(
  ctx: Ctx,
  db: Executor,
  urls: string[],
  shownAlready: Set<string>,
): Promise<Map<string, ShownImage>> {
  if (urls.length === 0) return new Map();
  const addresses = new Map(urls.map((url) => [url, storedSpelling(ctx, url)]));
  const choices = await withoutCopies(ctx, db, [...addresses.values()]);
  const shown = [...addresses].flatMap(([url, address]) => {
    if (shownAlready.has(url)) return [[url, url] as const];
    const choice = choices.get(address);
    return choice && 'stored' in choice ? [[url, choice.stored] as const] : [];
  });
  return withSizes(db, new Map(shown));
}

/** The images of texts that are imported, by their addresses there. */
export interface ImportedImages {
  shown: Map<string, ShownImage>;
  /**
   * The images that are shown after they were fetched (`fetchImage`): with an address as long as
   * the one that each gets, and the size of the largest rendition. Until then, some of them are
   * `shown` at their hosts.
   */
  toFetch: Map<string, ShownImage>;
  /** The images that can't be shown, and why. They are left out. */
  refused: Map<string, AppError>;
}

/** What an import does with images of texts. With `copies`, it fetches those of configured hosts. */
export async function resolveImportedImages(
  ctx: Ctx,
  db: Executor,
  urls: string[],
  { copies }: { copies: boolean },
): Promise<ImportedImages> {
  const stored = new Map<string, string>();
  const toFetch = new Map<string, ShownImage>();
  const refused = new Map<string, AppError>();
  const src = ctx.images.servedAt + SOME_MAIN;
  const choices = urls.length > 0 ? await resolveImages(ctx, db, urls) : [];
  for (const [url, choice] of choices) {
    if ('host' in choice && copies) toFetch.set(url, { src, ...UNKNOWN_SIZE });
    if ('stored' in choice) stored.set(url, choice.stored);
    else if ('toFetch' in choice) toFetch.set(url, { src, ...UNKNOWN_SIZE });
    // An image without an address shows nothing anywhere.
    else if (url !== '') refused.set(url, choice.refused);
  }
  return { shown: await withSizes(db, stored), toFetch, refused };
}

async function withSizes(
  db: Executor,
  stored: Map<string, string>,
): Promise<Map<string, ShownImage>> {
  if (stored.size === 0) return new Map();
  const sizes = await selectSizes(db, [...new Set(stored.values())]);
  return new Map(
    [...stored].map(([url, src]) => {
      const size = sizes.get(src);
      return [url, { src, ...(size ? asRendition(size) : UNKNOWN_SIZE) }] as const;
    }),
  );
}

/** The size of the largest rendition of an upload of this size. */
function asRendition({ width, height }: { width: number; height: number }) {
  const shown = Math.min(width, UNKNOWN_SIZE.width);
  return { width: shown, height: Math.max(1, Math.round((height * shown) / width)) };
}

function foreignChoice(ctx: Ctx, address: string): ImageChoice {
  try {
    const stored = requireForeign(ctx, address);
    const host = otherHostOf(ctx, stored);
    return host === null ? { stored } : { stored, host };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // One of the shop's own address is a path here (`storedSpelling`), which can't be fetched.
    if (isFetchable(address) && !address.startsWith(ctx.images.servedAt)) {
      return { toFetch: address, otherwise: error };
    }
    const isMissing = isUpload(ctx, address);
    return { refused: isMissing ? error : notFetchable(), isMissing };
  }
}

/** Why an import refuses an image that could not be fetched from any host. */
function notFetchable(): AppError {
  return new AppError(
    'invalid_request',
    'An image must be one of this shop, or at an http or https address without a user name and password.',
  );
}

/** The host of an image that is neither in the shop nor where the shop stores its own; else null. */
export function otherHostOf({ images }: Ctx, address: string): string | null {
  if (address.startsWith('/') || address.startsWith(images.servedAt)) return null;
  return URL.parse(address)?.hostname ?? null;
}

/** The address with which another shop can fetch an image: the whole one of an upload. */
export function wholeAddress({ baseUrl }: Pick<Ctx, 'baseUrl'>, address: string): string {
  return address.startsWith(UPLOADS) ? baseUrl + address : address;
}

/**
 * The address as products store it: as browsers write it, and a path for one of the shop itself, as
 * `wholeAddress` makes it.
 */
function storedSpelling({ baseUrl }: Ctx, url: string): string {
  const spelled = browserSpelling(url);
  return spelled.startsWith(`${baseUrl}/`) ? spelled.slice(baseUrl.length) : spelled;
}

/**
 * The address under which a profile shows an image. Refuses images that it may not show, such as
 * uploads that products use. An upload is not marked as used yet (`markProfileImageUsed` does
 * that), but it is not removed for an hour.
 */
export async function checkProfileImage(ctx: Ctx, url: string): Promise<string> {
  const address = browserSpelling(url);
  const since = new Date(ctx.now().getTime() - UNUSED_KEPT_MS + HOUR_MS);
  if (await isUsableByProfile(ctx.db, address, since)) return address;
  // The same file sent again has the same address, so another one is needed.
  if (await isInUse(ctx.db, address)) {
    throw new AppError(
      'invalid_request',
      'It is an image of a product, and a profile needs its own. Please upload another photo.',
    );
  }
  const foreign = requireForeign(ctx, address);
  if (address.startsWith('/')) {
    throw new AppError('invalid_request', 'Only an image that was uploaded has a path here.');
  }
  return foreign;
}

/** Marks an uploaded image that a profile shows as used. */
export async function markProfileImageUsed(ctx: Ctx, db: Executor, url: string): Promise<void> {
  await markUsed(db, browserSpelling(url), ctx.now());
}

/** Marks an image as unused when nothing shows it any more. It is removed after a day. */
export async function releaseImage(ctx: Ctx, url: string): Promise<void> {
  await markUnused(ctx.db, browserSpelling(url), ctx.now());
}

function requireForeign(ctx: Ctx, address: string): string {
  if (!isUpload(ctx, address)) return imageAddress(ctx.shop.imageHosts, address);
  throw new AppError('invalid_request', 'That image is no longer here. Please upload it again.');
}

function isUpload({ images, shop }: Ctx, address: string): boolean {
  if (address.startsWith(UPLOADS)) return true;
  return (
    address.startsWith(images.servedAt) && !shop.imageHosts.includes(new URL(address).hostname)
  );
}
