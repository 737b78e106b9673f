/**
 * Reads the descriptions of a batch, with one query for all their images. This is the longest work
 * of an import. So it runs outside of transactions, and other requests are handled in between.
 */
import { AppError } from '#shared/errors.ts';
import { isPlainHtml } from '#shared/html-text.ts';
import { createPauses } from '#shared/pauses.ts';
import type { Ctx } from '../../context.ts';
import {
  type ImportedImages,
  otherHostOf,
  resolveImportedImages,
  resolveShownImages,
} from '../../images/images.ts';
import {
  type Description,
  imagesInStored,
  imagesToShow,
  toDescription,
  toExportedHtml,
} from '../rich-text.ts';
import type { ImportChoices } from './choices.ts';
import type { CsvProduct } from './csv-product.ts';
import { selectDescriptionHtml } from './import.store.ts';
import { matchProducts } from './match-products.ts';

/** A description without those of its images that can't be shown yet. */
export interface ReadDescription extends Description {
  /** The addresses of images that it shows from here when they were fetched. */
  toFetch: string[];
  /** Whether the description shows all images of `toFetch` already, from their hosts. */
  isWhole: boolean;
  /** Why the description would be refused with the images of `toFetch`; null if it would not. */
  refusal: AppError | null;
  /** The images that are left out, and why. */
  leftOut: Map<string, AppError>;
  /** The host of each image that stays on one. */
  hosts: string[];
}

/**
 * The description of each product of a file, or the refusal. A product that keeps its description
 * is missing.
 */
export type Descriptions = Map<CsvProduct, ReadDescription | AppError>;

/**
 * Reads the descriptions that differ from the stored ones, or whose images can be copied. If
 * `existing` products are left as they are, it reads only those of new products.
 */
export async function readDescriptions(
  ctx: Ctx,
  products: CsvProduct[],
  { existing, copiesImages }: Pick<ImportChoices, 'existing' | 'copiesImages'>,
): Promise<Descriptions> {
  const stored = await findStored(ctx, products);
  // A description that was exported and not changed is not sanitized again.
  const differing = products.filter((product) => {
    const before = stored.get(product);
    if (before === undefined) return true;
    const isSame = before === product.body || toExportedHtml(ctx, before) === product.body;
    const isCopied = copiesImages && imagesInStored(before).some((url) => otherHostOf(ctx, url));
    return existing === 'update' && (!isSame || isCopied);
  });
  const bodies = differing.map((product) => ({
    html: product.body,
    stored: stored.get(product) ?? '',
  }));
  const read = await readBodies(ctx, bodies, copiesImages);
  return new Map(
    differing.flatMap((product, index) => {
      const description = read[index];
      return description ? [[product, description] as const] : [];
    }),
  );
}

/** The HTML of a file, and the HTML that the shop has for the same product. */
interface Body {
  html: string;
  stored: string;
}

/**
 * Reads descriptions, or says why they are refused. Images that the stored HTML shows already stay,
 * even if their hosts are no longer configured.
 */
export async function readBodies(
  ctx: Ctx,
  bodies: Body[],
  copies: boolean,
): Promise<(ReadDescription | AppError)[]> {
  const pause = createPauses();
  const images: (string[] | AppError)[] = [];
  for (const { html } of bodies) {
    images.push(await imagesToShow(html).catch(asRefusal));
    await pause();
  }
  const urls = new Set(images.flatMap((own) => (own instanceof AppError ? [] : own)));
  const resolved = await resolveImportedImages(ctx, ctx.db, [...urls], { copies });
  const read: (ReadDescription | AppError)[] = [];
  for (const [index, body] of bodies.entries()) {
    const own = images[index] ?? [];
    const isRefused = own instanceof AppError;
    read.push(
      isRefused ? own : await readBody(ctx, body, own, { ...resolved, copies }).catch(asRefusal),
    );
    await pause();
  }
  return read;
}

async function readBody(
  ctx: Ctx,
  { html, stored }: Body,
  own: string[],
  { shown, toFetch, refused, copies }: ImportedImages & { copies: boolean },
): Promise<ReadDescription> {
  const earlier = own.length > 0 ? imagesInStored(stored) : [];
  const kept = earlier.filter((url) => own.includes(url) && !shown.has(url));
  const known = await resolveShownImages(ctx, ctx.db, kept, new Set(kept));
  const visible = new Map([...shown, ...known]);
  const description = await toDescription(html, visible);
  const fetched = [...toFetch].filter(([url]) => copies || !known.has(url));
  const all = new Map([...visible, ...fetched]);
  const coming = new Set(fetched.map(([url]) => url));
  const wanted = own.filter((url) => coming.has(url));
  const moving = new Set(wanted.map((url) => visible.get(url)?.src));
  const withAll = wanted.length > 0 ? await toDescription(html, all).catch(asRefusal) : null;
  return {
    ...description,
    toFetch: wanted,
    isWhole: wanted.every((url) => visible.has(url)),
    refusal: withAll instanceof AppError ? withAll : null,
    leftOut: new Map([...refused].filter(([url]) => own.includes(url) && !known.has(url))),
    hosts: description.images.flatMap((src) =>
      moving.has(src) ? [] : (otherHostOf(ctx, src) ?? []),
    ),
  };
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
