/**
 * The first pass over a file of products. It reads the whole file before anything is written, so
 * that nothing of a broken file is imported, and products with the same handle or SKU are known.
 */
import { hash } from 'node:crypto';
import { inTransaction, type Tx } from '#db/client.ts';
import { createPauses } from '#shared/pauses.ts';
import { productSlug } from '#shared/slugify.ts';
import type { Ctx } from '../../context.ts';
import { BrokenFile, type CsvProblem } from './csv-file.ts';
import { type CsvProduct, sizeOf } from './csv-product.ts';
import { BYTES_AT_ONCE, type ImportProgress, VARIANTS_AT_ONCE } from './import-progress.ts';
import { reasonFor } from './plan-batch.ts';
import { type ProductFile, readProducts, untilAborted } from './product-file.ts';
import { skusOf } from './product-rows.ts';

/** The first pass stores its findings after this many products. */
const CHECKED_AT_ONCE = 2_000;

/** The most names of categories that are remembered of a file. */
const MOST_CATEGORIES = 1_000;

/** The result of the first pass. */
interface Checked {
  /** The problem that prevents the whole import; null if there is none. */
  broken: CsvProblem | null;
  /**
   * The categories that the products name. Empty for a file of another shop, whose words may mean
   * something else.
   */
  categories: Set<string>;
}

/** The first pass. Ends early when `progress.signal` is aborted. */
export async function checkFile(
  ctx: Ctx,
  file: ProductFile,
  progress: ImportProgress,
): Promise<Checked> {
  const categories = new Set<string>();
  let products = 0;
  let batch = newBatch();
  let items = 0;
  let size = 0;
  let variants = 0;
  // The database stores one batch while the next one is read.
  let stored = Promise.resolve();
  const store = async () => {
    const [read, total] = [batch, products];
    batch = newBatch();
    items = 0;
    size = 0;
    variants = 0;
    await stored;
    stored = saveBatch(ctx, progress, read, total);
    // An error is thrown where the next batch, or the end, waits for this one.
    stored.catch(() => undefined);
  };
  try {
    for await (const item of readProducts(untilAborted(progress.signal, file))) {
      if ('product' in item || item.isProduct) products += 1;
      items += 1;
      size += sizeOf(item);
      if ('problems' in item) for (const one of item.problems) batch.problems.push(one);
      else {
        const { variants: list, category, line, lastLine, handle } = item.product;
        // Nothing else of the product is kept: collecting thousands of them took as long as reading.
        addNames(batch.named, item.product, { line, lastLine, handle });
        variants += list.length;
        const isNamed = file.dialect === 'own' && category !== '';
        if (isNamed && categories.size < MOST_CATEGORIES) categories.add(category);
      }
      const isFull =
        items >= CHECKED_AT_ONCE || variants >= VARIANTS_AT_ONCE || size >= BYTES_AT_ONCE;
      if (!isFull) continue;
      await store();
      if (progress.signal.aborted) break;
    }
    if (!progress.signal.aborted) await store();
  } catch (error) {
    await stored;
    if (progress.signal.aborted) return { broken: null, categories };
    if (error instanceof BrokenFile) {
      return { broken: { line: error.line, reason: error.message }, categories };
    }
    throw error;
  }
  await stored;
  return { broken: null, categories };
}

/** What the first pass keeps of some products. */
interface Batch {
  problems: CsvProblem[];
  named: Named<NamedProduct>;
}

const newBatch = (): Batch => ({ problems: [], named: noNames() });

async function saveBatch(
  ctx: Ctx,
  progress: ImportProgress,
  { problems, named }: Batch,
  total: number,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const duplicates = await findDuplicates(tx, progress, named);
    await progress.saveCheck(tx, total, [...problems, ...duplicates]);
  });
}

type NamedProduct = Pick<CsvProduct, 'line' | 'lastLine' | 'handle'>;

/**
 * The unique names of a batch: the first product with each name, and the products with a name that
 * is taken.
 */
interface Named<P> {
  claims: Map<bigint, { product: P; name: string }>;
  duplicates: Map<P, string>;
}

function noNames<P>(): Named<P> {
  return { claims: new Map(), duplicates: new Map() };
}

/** Adds the unique names of a product. What is kept of it stands for it. */
function addNames<P extends NamedProduct>(
  { claims, duplicates }: Named<P>,
  product: CsvProduct,
  kept: P,
): void {
  for (const name of uniqueNames(product)) {
    const key = keyOf(name);
    const first = claims.get(key);
    if (first) duplicates.set(kept, duplicateMessage(first.product.line, name));
    else claims.set(key, { product: kept, name });
  }
}

/** The products among these with a handle or an SKU that an earlier product of the file has. */
export async function findRepeated(
  tx: Tx,
  progress: Pick<ImportProgress, 'claimKeys'>,
  products: CsvProduct[],
): Promise<ReadonlySet<CsvProduct>> {
  const pause = createPauses();
  const named = noNames<CsvProduct>();
  for (const product of products) {
    addNames(named, product, product);
    await pause();
  }
  return new Set((await reasonsOf(tx, progress, named)).keys());
}

/** Why each product is refused that has a handle or an SKU of an earlier one. */
async function reasonsOf<P extends NamedProduct>(
  tx: Tx,
  progress: Pick<ImportProgress, 'claimKeys'>,
  { claims, duplicates }: Named<P>,
): Promise<Map<P, string>> {
  const found = new Map(duplicates);
  const keys = [...claims].map(([key, { product }]) => ({ key, line: product.line }));
  for (const [key, line] of await progress.claimKeys(tx, keys)) {
    const claim = claims.get(key);
    if (claim) found.set(claim.product, duplicateMessage(line, claim.name));
  }
  return found;
}

async function findDuplicates(
  tx: Tx,
  progress: ImportProgress,
  named: Named<NamedProduct>,
): Promise<CsvProblem[]> {
  return [...(await reasonsOf(tx, progress, named))].map(([product, message]) => ({
    line: product.line,
    firstLine: product.line,
    lastLine: product.lastLine,
    reason: reasonFor(product, message),
  }));
}

/** The names that no other product of the file may have. Archived products may share a handle. */
function uniqueNames(product: CsvProduct): string[] {
  const { handle, status, formerHandles } = product;
  const slug = handle && status !== 'archived' ? [addressLabel(productSlug(handle))] : [];
  const former = formerHandles.map(addressLabel);
  const skus = skusOf(product).map((sku) => `SKU "${sku}"`);
  return [...new Set([...slug, ...former]), ...skus];
}

/** The address of a product in messages. The key of this text is what the product claims. */
export function addressLabel(slug: string): string {
  return `address "${slug}"`;
}

function duplicateMessage(line: number, name: string): string {
  return `The product at line ${line} of the file has the ${name}, too.`;
}

/** The first eight bytes of a hash. As text, because a buffer for each takes twice as long. */
export function keyOf(name: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha1', name, 'hex').slice(0, 16)}`));
}
