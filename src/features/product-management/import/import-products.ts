/**
 * Imports a file that is in memory, without a job, for the demo shop and for tests. All findings
 * stay in memory too.
 */
import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { productSlug } from '#shared/slugify.ts';
import type { Ctx } from '../../context.ts';
import { countProducts, selectTakenSlugs } from '../product-management.store.ts';
import { requireKnownCategory } from '../refusals.ts';
import { checkFile } from './check-file.ts';
import type { ImportChoices } from './choices.ts';
import { BrokenFile, type CsvProblem, type CsvSource, ofText } from './csv-file.ts';
import { importFile } from './import-file.ts';
import {
  beginProducts,
  type Findings,
  type ImportCounts,
  type ImportPosition,
  type ImportProgress,
  noCounts,
} from './import-progress.ts';
import { linkRelated } from './link-related.ts';
import { columnProblem, openProductFile, readProducts } from './product-file.ts';

export interface ImportReport extends ImportCounts {
  problemCount: number;
  /** By line. */
  problems: Pick<CsvProblem, 'line' | 'reason'>[];
}

export interface ImportOptions extends Partial<Pick<ImportChoices, 'existing'>> {
  category: string;
  /** An account's id or a command's name, for the stock movements. */
  actor: string;
  dryRun?: boolean;
  /** Called after each batch with the number of products that were read, and of those in the file. */
  onProgress?: (done: number, total: number) => void;
}

export async function importProducts(
  ctx: Ctx,
  content: string | CsvSource,
  options: ImportOptions,
): Promise<ImportReport> {
  await requireKnownCategory(ctx, options.category);
  const progress = new MemoryProgress(options);
  const broken = await importAll(ctx, content, progress, options).catch((error: unknown) => {
    if (error instanceof BrokenFile) return { line: error.line, reason: error.message };
    throw error;
  });
  if (broken) progress.problems = [broken];
  const problems = progress.problems
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, reason }) => ({ line, reason }));
  return { ...progress.counts, problemCount: problems.length, problems };
}

async function importAll(
  ctx: Ctx,
  content: string | CsvSource,
  progress: MemoryProgress,
  { category, actor, existing = 'update', dryRun = false }: ImportOptions,
): Promise<CsvProblem | null> {
  const open = typeof content === 'string' ? ofText(content) : content;
  const file = await openProductFile(open, { now: ctx.now() });
  const problem = columnProblem(file);
  if (problem) throw new AppError('invalid_request', problem);
  const { broken, categories } = await checkFile(ctx, file, progress);
  if (broken) return broken;
  const choices = { category, existing, fetchesImages: false, copiesImages: false };
  const options = { ...choices, actor, note: 'Import', job: null, dryRun };
  const start = await inTransaction(ctx.db, (tx) => beginProducts(ctx, tx, categories, options));
  const { relates } = await importFile(ctx, file, progress, options, start);
  if (relates && !dryRun) await linkRelated(ctx, file, progress, options, 0);
  return null;
}

/** True when the shop has (or had) products that are not from this file. */
export async function holdsOtherProducts(ctx: Ctx, text: string): Promise<boolean> {
  const handles: string[] = [];
  for await (const item of readProducts(await openProductFile(ofText(text)))) {
    if ('product' in item) handles.push(productSlug(item.product.handle));
  }
  const fromFile = await selectTakenSlugs(ctx.db, handles);
  return (await countProducts(ctx.db)) > fromFile.size;
}

class MemoryProgress implements ImportProgress {
  readonly signal = new AbortController().signal;
  readonly #lines = new Map<bigint, number>();
  readonly #wrong = new Set<number>();
  readonly #options: ImportOptions;
  readonly #versions = new Map<string, number>();
  problems: CsvProblem[] = [];
  counts = noCounts;
  #total = 0;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  async claimKeys(_tx: unknown, keys: { key: bigint; line: number }[]) {
    const known = new Map<bigint, number>();
    for (const { key, line } of keys) {
      const earlier = this.#lines.get(key);
      if (earlier === undefined) this.#lines.set(key, line);
      else if (earlier !== line) known.set(key, earlier);
    }
    return known;
  }

  async claimedKeys(_tx: unknown, keys: bigint[]) {
    return new Set(keys.filter((key) => this.#lines.has(key)));
  }

  async itemVersions(_tx: unknown, ids: string[]) {
    const known = ids.map((id) => [id, this.#versions.get(id)] as const);
    return new Map(
      known.flatMap(([id, version]) => (version === undefined ? [] : [[id, version]])),
    );
  }

  async saveRelated(
    _tx: unknown,
    _items: number,
    versions: Map<string, number>,
    problems: CsvProblem[],
  ) {
    for (const [id, version] of versions) this.#versions.set(id, version);
    this.problems.push(...problems);
  }

  async linesWithProblem(_tx: unknown, lines: number[]) {
    return new Set(lines.filter((line) => this.#wrong.has(line)));
  }

  async saveCheck(_tx: unknown, products: number, problems: CsvProblem[]) {
    this.#total = products;
    this.problems.push(...problems);
    for (const { line } of problems) this.#wrong.add(line);
  }

  async saveBatch(_tx: unknown, position: ImportPosition, found: Findings) {
    this.counts = position.counts;
    this.problems.push(...found.problems);
    for (const { subject, version } of found.items) this.#versions.set(subject, version ?? 0);
    this.#options.onProgress?.(position.products, this.#total);
  }
}
