/** Fetches images of an import's products from other servers. */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { ownValue } from '#shared/own-value.ts';
import { createSlots } from '#shared/slots.ts';
import type { Ctx } from '../../context.ts';
import { fetchImage, type ImageChoice, resolveImages } from '../../images/images.ts';
import type { JobRun } from '../../staff-jobs/staff-jobs.ts';
import { asRecordImage } from '../edit-parts.ts';
import { lockProducts, lockVariantsOf } from '../edit-product.store.ts';
import type { ImportResult } from '../import.schema.ts';
import type { StaffProduct } from '../product-management.schema.ts';
import { selectStaffProductsByIds } from '../staff-product.store.ts';
import { changesOf, writeRecords } from '../write-records.ts';
import {
  deleteImagesToFetch,
  type ImagesToFetch,
  selectDescriptionHtml,
  selectImagesToFetch,
} from './import.store.ts';
import { mergeDescription } from './merge-product.ts';
import { leftOutReason } from './plan-batch.ts';
import { type ReadDescription, readBodies } from './read-descriptions.ts';
import { SlowHosts } from './slow-hosts.ts';

/** How many images are fetched at a time. They are encoded one at a time. */
const AT_A_TIME = 4;
const PRODUCTS_AT_ONCE = 20;

/** Fetches an image when its turn comes; returns the address where it is stored. */
type FetchOne = (url: string) => Promise<string>;

/** Fetches the images of one product after the other, until none is left or the job has to stop. */
export async function fetchImages(ctx: Ctx, run: JobRun): Promise<void> {
  const { job } = run;
  const slots = createSlots(AT_A_TIME);
  const hosts = new SlowHosts();
  const fetchOne = (url: string) =>
    slots(() => hosts.ask(url, () => fetchImage(ctx, url, run.signal)), Number.POSITIVE_INFINITY);
  let fetched = Number(job.result.fetched ?? 0);
  for (;;) {
    const products = await selectImagesToFetch(ctx.db, job.id, PRODUCTS_AT_ONCE);
    if (products.length === 0) return;
    for (const product of products) {
      if (run.stopped) return;
      const found = await fetchAll(ctx, run, product, fetchOne);
      if (run.stopped) return;
      fetched += 1;
      await inTransaction(ctx.db, (tx) => showImages(ctx, tx, run, product, found, fetched));
    }
  }
}

/** The images of a product that could be fetched, and its description with those that it shows. */
interface FetchedImages {
  /** Where each image is stored, or why it is not. */
  stored: Map<string, string | AppError>;
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
  const before = await readDescriptionOf(ctx, product);
  const inText = before && !(before instanceof AppError) ? before.toFetch : [];
  const urls = [...new Set([...[...images, ...variants].map(({ url }) => url), ...inText])];
  const stored = await fetchEach(ctx, run, urls, fetchOne);
  return { stored, description: before && (await readDescriptionOf(ctx, product)) };
}

/** The description as the product can have it now. Images that were fetched are in it. */
async function readDescriptionOf(
  ctx: Ctx,
  { productId, description }: ImagesToFetch,
): Promise<ReadDescription | AppError | null> {
  if (description === null) return null;
  const stored = (await selectDescriptionHtml(ctx.db, [productId])).get(productId) ?? '';
  const [read = null] = await readBodies(ctx, [{ html: description, stored }]);
  return read;
}

async function fetchEach(
  ctx: Ctx,
  run: JobRun,
  urls: string[],
  fetchOne: FetchOne,
): Promise<Map<string, string | AppError>> {
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
): Promise<string | AppError> {
  if ('stored' in choice) return choice.stored;
  if ('refused' in choice) return choice.refused;
  try {
    return await fetchOne(choice.toFetch);
  } catch (error) {
    if (error instanceof AppError) return error;
    if (run.stopped) return new AppError('unavailable', 'The job was stopped.');
    throw error;
  }
}

/** Sets the images of a product, unless somebody has edited it since the import. */
async function showImages(
  ctx: Ctx,
  tx: Tx,
  run: JobRun,
  product: ImagesToFetch,
  found: FetchedImages,
  fetched: number,
): Promise<void> {
  const { productId, line } = product;
  const { createdBy, result } = run.job;
  await lockProducts(tx, [productId]);
  await lockVariantsOf(tx, [productId]);
  const before = (await selectStaffProductsByIds(tx, [productId])).get(productId);
  const version = (await run.itemVersions(tx, [productId])).get(productId);
  const problems = problemsOf(found, product);
  if (before && version !== undefined && before.version === version) {
    const change = { before, after: withImages(before, product, found) };
    if (Object.keys(changesOf(change)).length > 0) {
      const why = { actor: createdBy, action: 'product.import', note: '' } as const;
      await writeRecords(ctx, tx, [change], why);
      await run.setItemVersions(tx, new Map([[productId, version + 1]]));
    }
  } else {
    const what = product.description === null ? 'its images' : 'its description with images';
    const reason = `Somebody changed the product meanwhile, so it did not get ${what}.`;
    problems.push({ line, reason });
  }
  await run.addProblems(tx, problems);
  await deleteImagesToFetch(tx, run.job.id, productId);
  const next = { ...(result as unknown as ImportResult), phase: 'images' as const, fetched };
  await run.save(tx, { result: next, newProblems: problems.length });
}

/** Each image that could not be fetched, with its own line. */
function problemsOf(
  { stored, description }: FetchedImages,
  { line, lines = {} }: ImagesToFetch,
): { line: number; reason: string }[] {
  const problems = [...stored].flatMap(([url, image]) =>
    image instanceof AppError
      ? [{ line: ownValue(lines, url) ?? line, reason: leftOutReason(url, image) }]
      : [],
  );
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
  const addressOf = (url: string) => {
    const image = stored.get(url);
    return typeof image === 'string' ? image : undefined;
  };
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
