/** Fetches images of an import's products from other servers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { ownValue } from '#shared/own-value.ts';
import { createSlots } from '#shared/slots.ts';
import type { Ctx } from '../../context.ts';
import {
  browserSpelling,
  fetchImage,
  type ImageChoice,
  otherHostOf,
  resolveImages,
} from '../../images/images.ts';
import type { JobRun } from '../../staff-jobs/staff-jobs.ts';
import { asRecordImage } from '../edit-parts.ts';
import { lockProducts, lockVariantsOf } from '../edit-product.store.ts';
import type { ImageCounts, ImportInput, ImportResult } from '../import.schema.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import { imagesInStored } from '../rich-text.ts';
import { selectStaffProductsByIds } from '../staff-product.store.ts';
import { changesOf, writeRecords } from '../write-records.ts';
import { noImages, withHosts } from './image-counts.ts';
import {
  deleteImagesToFetch,
  type ImagesToFetch,
  selectDescriptionHtml,
  selectImagesToFetch,
} from './import.store.ts';
import { mergeDescription } from './merge-product.ts';
import { leftOutReason } from './plan-images.ts';
import { type ReadDescription, readBodies } from './read-descriptions.ts';
import { SlowHosts } from './slow-hosts.ts';

/** How many images are fetched at a time. They are encoded one at a time. */
const AT_A_TIME = 4;
const PRODUCTS_AT_ONCE = 20;

/**
 * The pauses before further attempts, in milliseconds, where the shop itself could not read or store
 * an image.
 */
const PAUSES_MS = [200, 2_000, 10_000];

/** Fetches an image when its turn comes; returns the address where it is stored. */
type FetchOne = (url: string) => Promise<string>;

/** Fetches the images of an import's products, until none is left or the job has to stop. */
export async function fetchImages(ctx: Ctx, run: JobRun): Promise<void> {
  const { job } = run;
  const slots = createSlots(AT_A_TIME);
  const hosts = new SlowHosts();
  // After a failure the images that are being fetched are not waited for.
  const failure = new AbortController();
  const signal = AbortSignal.any([run.signal, failure.signal]);
  const fetchOne = (url: string) =>
    slots(() => hosts.ask(url, () => fetchImage(ctx, url, signal)), Number.POSITIVE_INFINITY);
  const from = job.result as unknown as ImportResult;
  let reached: Progress = { fetched: from.fetched ?? 0, images: from.images ?? noImages };
  for (;;) {
    const products = await selectImagesToFetch(ctx.db, job.id, PRODUCTS_AT_ONCE);
    if (products.length === 0) return;
    const fetchShared = once(fetchOne);
    const fetching = products.map((product) => fetchAll(ctx, run, product, fetchShared));
    const ended = Promise.allSettled(fetching);
    try {
      for (const [index, product] of products.entries()) {
        const found = await fetching[index];
        if (run.stopped || !found) return;
        const before = reached;
        reached = await inTransaction(ctx.db, (tx) =>
          showImages(ctx, tx, run, product, found, before),
        );
      }
    } catch (error) {
      failure.abort();
      throw error;
    } finally {
      await ended;
    }
  }
}

/** Products that wait side by side get an image that several of them name by one request. */
function once(fetchOne: FetchOne): FetchOne {
  const asked = new Map<string, Promise<string>>();
  return (url) => {
    const earlier = asked.get(url);
    if (earlier) return earlier;
    const fetching = fetchOne(url);
    asked.set(url, fetching);
    // What failed can be tried again.
    fetching.catch(() => asked.delete(url));
    return fetching;
  };
}

/** The number of products that are done, and of images. */
type Progress = Required<Pick<ImportResult, 'fetched' | 'images'>>;

/** Where a product can show an image, and why it could not be fetched. */
interface FetchedImage {
  /** Null if it can't be shown. */
  at: string | null;
  problem: AppError | null;
  /** The host where it is, or was if it had not been fetched; null if there is none. */
  host: string | null;
}

/** Whether images that could stay on their hosts are fetched, too. */
function copiesImages(run: JobRun): boolean {
  return (run.job.input as unknown as ImportInput).images === 'fetch';
}

/** The images of a product that could be fetched, and its description with those that it shows. */
interface FetchedImages {
  stored: Map<string, FetchedImage>;
  /** Null if it has no images to fetch. */
  description: ReadDescription | AppError | null;
}

async function fetchAll(
  ctx: Ctx,
  run: JobRun,
  product: ImagesToFetch,
  fetchOne: FetchOne,
): Promise<FetchedImages> {
  const { images, variants } = product;
  const copies = copiesImages(run);
  const before = await readDescriptionOf(ctx, product, copies);
  const inText = before && !(before instanceof AppError) ? before.toFetch : [];
  const urls = [...new Set([...[...images, ...variants].map(({ url }) => url), ...inText])];
  const stored = await fetchEach(ctx, run, urls, fetchOne);
  return { stored, description: before && (await readDescriptionOf(ctx, product, copies)) };
}

/** The description as the product can have it now. Images that were fetched are in it. */
async function readDescriptionOf(
  ctx: Ctx,
  { productId, description }: ImagesToFetch,
  copies: boolean,
): Promise<ReadDescription | AppError | null> {
  if (description === null) return null;
  const stored = (await selectDescriptionHtml(ctx.db, [productId])).get(productId) ?? '';
  const [read = null] = await readBodies(ctx, [{ html: description, stored }], copies);
  return read;
}

async function fetchEach(
  ctx: Ctx,
  run: JobRun,
  urls: string[],
  fetchOne: FetchOne,
): Promise<Map<string, FetchedImage>> {
  const choices = await resolveImages(ctx, ctx.db, urls);
  const stored = await Promise.all(
    [...choices].map(
      async ([url, choice]) => [url, await storedOf(run, choice, fetchOne)] as const,
    ),
  );
  return new Map(stored);
}

async function storedOf(
  run: JobRun,
  choice: ImageChoice,
  fetchOne: FetchOne,
): Promise<FetchedImage> {
  if ('refused' in choice) return { at: null, problem: choice.refused, host: null };
  const host = 'host' in choice ? choice.host : null;
  const otherwise = 'stored' in choice ? choice.stored : null;
  const source = 'toFetch' in choice ? choice.toFetch : copiesImages(run) && host && choice.stored;
  if (!source) return { at: otherwise, problem: null, host };
  const problem = (error: AppError) => ({ at: otherwise, problem: error, host });
  try {
    return { at: await untilStored(run, () => fetchOne(source)), problem: null, host };
  } catch (error) {
    if (error instanceof AppError) return problem(error);
    if (run.stopped) return problem(new AppError('unavailable', 'The job was stopped.'));
    throw error;
  }
}

/** Fetches an image, several times during an outage of the shop itself. */
async function untilStored(run: JobRun, fetch: () => Promise<string>): Promise<string> {
  for (const pause of PAUSES_MS) {
    try {
      return await fetch();
    } catch (error) {
      if (run.stopped || !isOwnOutage(error)) throw error;
    }
    await sleep(pause, undefined, { signal: run.signal }).catch(() => undefined);
  }
  return fetch();
}

/** The host of an image was asked several times already (`RemoteFilesPort`). */
function isOwnOutage(error: unknown): boolean {
  const isOutage = error instanceof AppError && error.code === 'unavailable';
  return isOutage && !(error.cause instanceof RemoteFileError);
}

/** Sets the images of a product, unless somebody has edited it since the import. */
async function showImages(
  ctx: Ctx,
  tx: Tx,
  run: JobRun,
  product: ImagesToFetch,
  found: FetchedImages,
  reached: Progress,
): Promise<Progress> {
  const { productId, line } = product;
  const { createdBy, result } = run.job;
  await lockProducts(tx, [productId]);
  await lockVariantsOf(tx, [productId]);
  const before = (await selectStaffProductsByIds(tx, [productId])).get(productId);
  const version = (await run.itemVersions(tx, [productId])).get(productId);
  const problems = problemsOf(found, product);
  const isSame = before !== undefined && before.version === version;
  if (isSame) {
    const change = { before, after: withImages(before, product, found) };
    if (Object.keys(changesOf(change)).length > 0) {
      const why = {
        actor: createdBy,
        action: 'product.import',
        note: '',
        job: run.job.id,
      } as const;
      await writeRecords(ctx, tx, [change], why);
      await run.setItemVersions(tx, new Map([[productId, before.version + 1]]));
    }
  } else {
    const what = product.description === null ? 'its images' : 'its description with images';
    const reason = `Somebody changed the product meanwhile, so it did not get ${what}.`;
    problems.push({ line, reason });
  }
  await run.addProblems(tx, problems);
  await deleteImagesToFetch(tx, run.job.id, productId);
  const hostOf = isSame ? null : (url: string) => hostOfShown(ctx, before, url);
  const images = countImages(reached.images, product, found, hostOf);
  const next = { fetched: reached.fetched + (product.rows ?? 1), images };
  const all = { ...(result as unknown as ImportResult), phase: 'images' as const, ...next };
  await run.save(tx, { result: all, newProblems: problems.length });
  return next;
}

/** The host from which a product shows an image of a file; null if there is none. */
function hostOfShown(ctx: Ctx, product: StaffProduct | undefined, url: string): string | null {
  if (!product) return null;
  const address = browserSpelling(url);
  const { images, variants, descriptionHtml } = product;
  const isShown =
    images.some((image) => image.url === address) ||
    variants.some(({ imageUrl }) => imageUrl === address) ||
    imagesInStored(descriptionHtml).includes(address);
  return isShown ? otherHostOf(ctx, address) : null;
}

/** `hostOf` says where each image is left if the product did not get these images; else null. */
function countImages(
  { done, fetched, failed, stay, ...counts }: ImageCounts,
  { count }: ImagesToFetch,
  { stored }: FetchedImages,
  hostOf: ((url: string) => string | null) | null,
): ImageCounts {
  const missed = [...stored].filter(([, { problem }]) => problem !== null || hostOf);
  const hosts = missed.flatMap(([url, { host }]) => (hostOf ? hostOf(url) : host) ?? []);
  const lost = (hostOf ? count : missed.length) - hosts.length;
  const more = hostOf ? 0 : Math.max(0, count - missed.length);
  return {
    ...counts,
    done: done + count,
    fetched: fetched + more,
    failed: failed + Math.max(0, lost),
    stay: withHosts(stay, hosts),
  };
}

/** Each image that could not be fetched, with its own line. */
function problemsOf(
  { stored, description }: FetchedImages,
  { line, lines = {} }: ImagesToFetch,
): { line: number; reason: string }[] {
  const problems = [...stored].flatMap(([url, { problem, host }]) => {
    if (!problem) return [];
    const stays = host === null ? '' : ` It was left on ${host}.`;
    return [{ line: ownValue(lines, url) ?? line, reason: leftOutReason(url, problem) + stays }];
  });
  if (!(description instanceof AppError)) return problems;
  const reason = `${description.message} The product keeps the description that it has.`;
  return [...problems, { line, reason }];
}

/** The images that could be fetched. If none could, the product keeps its current ones. */
function withImages(
  before: StaffProduct,
  { images, variants }: ImagesToFetch,
  { stored, description }: FetchedImages,
): StaffProduct {
  const addressOf = (url: string) => stored.get(url)?.at ?? undefined;
  const shown = images.flatMap((image) => {
    const url = addressOf(image.url);
    return url === undefined ? [] : [asRecordImage({ ...image, url })];
  });
  const byVariant = new Map(variants.map(({ id, url }) => [id, addressOf(url)]));
  return {
    ...before,
    ...(description instanceof AppError ? {} : mergeDescription(before, description ?? before)),
    images: shown.length > 0 ? shown : before.images,
    variants: before.variants.map((variant) => ({
      ...variant,
      imageUrl: byVariant.get(variant.id) ?? variant.imageUrl,
    })),
  };
}
