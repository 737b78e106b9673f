/**
 * The job that imports a file of products: the check, the products, their images, and the undo of
 * all that.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { IMAGES_PHASE } from '../../staff-jobs/staff-jobs.schema.ts';
import { type JobRun, type JobRunner, jobRefusal, readFile } from '../../staff-jobs/staff-jobs.ts';
import type { ImportInput, ImportResult } from '../import.schema.ts';
import { checkFile } from './check-file.ts';
import type { CsvProblem } from './csv-file.ts';
import { fetchImages } from './fetch-images.ts';
import { addImagesToFetch, deleteAllImagesToFetch } from './import.store.ts';
import { importFile } from './import-file.ts';
import {
  beginProducts,
  type Findings,
  type ImportPosition,
  type ImportProgress,
  noCounts,
} from './import-progress.ts';
import { linkRelated } from './link-related.ts';
import { columnProblem, openProductFile, type ProductFile } from './product-file.ts';
import { undoImport } from './undo-import.ts';

/** Where an import goes on after it was stopped. */
type Checkpoint =
  | { phase: 'products'; position: ImportPosition }
  | { phase: 'related'; items: number }
  | { phase: typeof IMAGES_PHASE };

export const importRunner: JobRunner = {
  async run(ctx, run) {
    const { dryRun } = inputOf(run);
    const at = run.job.checkpoint as unknown as Checkpoint | null;
    if (at?.phase !== IMAGES_PHASE) {
      await importProductsOf(ctx, run, at);
      if (hasImagesToFetch(run)) run.leaveImages();
    }
    if (!run.stopped && !dryRun) await fetchImages(ctx, run);
  },
  undo: undoImport,
};

function inputOf(run: JobRun): ImportInput {
  return run.job.input as unknown as ImportInput;
}

function hasImagesToFetch(run: JobRun): boolean {
  const { toFetch = 0 } = run.job.result as Partial<ImportResult>;
  return toFetch > 0 && !inputOf(run).dryRun;
}

async function importProductsOf(
  ctx: Ctx,
  run: JobRun,
  at: Exclude<Checkpoint, { phase: typeof IMAGES_PHASE }> | null,
): Promise<void> {
  const { category, categoryId, existing, images, dryRun, fileName, mapping, uncounted } =
    inputOf(run);
  const { id: job, fileId, createdBy } = run.job;
  if (!fileId) throw new AppError('not_found', 'The file is no longer stored.');
  const file = await openProductFile(() => readFile(ctx, fileId), { mapping, now: ctx.now() });
  const problem = columnProblem(file);
  if (problem) throw jobRefusal(problem);
  const progress = new JobProgress(run, at?.phase === 'products' ? at.position.items : 0);
  const by = { actor: createdBy, note: `Import of ${fileName}`, job };
  if (at?.phase !== 'related') {
    const copiesImages = images === 'fetch';
    const chosen = { category, categoryId, existing, uncounted };
    const options = { ...chosen, fetchesImages: true, copiesImages, ...by, dryRun };
    const relates = await readPasses(
      ctx,
      run,
      file,
      progress,
      options,
      at && withCategories(at.position),
    );
    if (relates === null) return;
    if (relates && !dryRun) {
      await inTransaction(ctx.db, (tx) => progress.endProducts(tx, { phase: 'related', items: 0 }));
    }
    if (!relates || dryRun) {
      return inTransaction(ctx.db, (tx) => progress.endProducts(tx, { phase: IMAGES_PHASE }));
    }
  }
  await linkRelated(ctx, file, progress, by, at?.phase === 'related' ? at.items : 0);
  if (!run.stopped) {
    await inTransaction(ctx.db, (tx) => progress.endProducts(tx, { phase: IMAGES_PHASE }));
  }
}

/** A position that an earlier version of the shop stored has no categories, and counts less. */
function withCategories(position: ImportPosition): ImportPosition {
  const { newCategories = [], bySku = 0 } = position as Partial<ImportPosition>;
  return { ...position, counts: { ...noCounts, ...position.counts }, newCategories, bySku };
}

/** Runs both passes. Returns whether products have to be related; null when the job was stopped. */
async function readPasses(
  ctx: Ctx,
  run: JobRun,
  file: ProductFile,
  progress: JobProgress,
  options: Parameters<typeof importFile>[3],
  from: ImportPosition | null,
): Promise<boolean | null> {
  let start = from;
  if (!start) {
    await inTransaction(ctx.db, (tx) => progress.beginAnew(tx));
    const { broken, categories } = await checkFile(ctx, file, progress);
    if (broken) {
      await inTransaction(ctx.db, (tx) => progress.markUnreadable(tx));
      throw jobRefusal(`Line ${broken.line}: ${broken.reason}`);
    }
    if (run.stopped) return null;
    start = await inTransaction(ctx.db, async (tx) => {
      const position = await beginProducts(ctx, tx, categories, options);
      await progress.endCheck(tx, position);
      return position;
    });
  }
  const { relates } = await importFile(ctx, file, progress, options, start);
  return run.stopped ? null : relates;
}

class JobProgress implements ImportProgress {
  readonly #run: JobRun;
  #total = 0;
  /** How many items of the file are done. */
  #items: number;

  constructor(run: JobRun, items: number) {
    this.#run = run;
    this.#items = items;
  }

  get signal(): AbortSignal {
    return this.#run.signal;
  }

  async beginAnew(tx: Tx): Promise<void> {
    await this.#run.beginAnew(tx);
    await deleteAllImagesToFetch(tx, this.#run.job.id);
    const newProblems = -this.#run.job.problemCount;
    const anew = { done: 0, total: null, newProblems, result: resultOf('checking') };
    await this.#run.save(tx, { ...anew, isSamePlace: true });
  }

  /** The page of a job that says so offers no other check of the file. */
  async markUnreadable(tx: Tx): Promise<void> {
    const result = { ...resultOf('checking'), isUnreadable: true } satisfies ImportResult;
    await this.#run.save(tx, { result, isSamePlace: true });
  }

  claimKeys(tx: Tx, keys: { key: bigint; line: number }[]): Promise<Map<bigint, number>> {
    return this.#run.claimKeys(tx, keys);
  }

  linesWithProblem(tx: Tx, lines: number[]): Promise<Set<number>> {
    return this.#run.linesWithProblem(tx, lines);
  }

  async saveCheck(tx: Tx, products: number, problems: CsvProblem[]): Promise<void> {
    this.#total = products;
    await this.#run.addProblems(tx, problems);
    await this.#run.save(tx, { newProblems: problems.length, isSamePlace: true });
  }

  /** From here on, a stopped import goes on with its products. */
  async endCheck(tx: Tx, position: ImportPosition): Promise<void> {
    await this.#run.save(tx, {
      checkpoint: { phase: 'products', position },
      total: this.#total,
      result: resultOf('products', position),
    });
  }

  async saveBatch(tx: Tx, position: ImportPosition, found: Findings): Promise<void> {
    const { id } = this.#run.job;
    await this.#run.addProblems(tx, found.problems);
    await this.#run.addItems(tx, found.items);
    await addImagesToFetch(tx, id, found.toFetch);
    // Each product of a refused batch is saved on its own, and only the last one moves the
    // position.
    const isSamePlace = position.items === this.#items;
    this.#items = position.items;
    // This comes last, because it locks the job, which staff may want to stop.
    await this.#run.save(tx, {
      isSamePlace,
      checkpoint: { phase: 'products', position },
      done: position.products,
      newProblems: found.problems.length,
      result: resultOf('products', position),
    });
  }

  claimedKeys(tx: Tx, keys: bigint[]): Promise<Set<bigint>> {
    return this.#run.claimedKeys(tx, keys);
  }

  itemVersions(tx: Tx, ids: string[]): Promise<Map<string, number>> {
    return this.#run.itemVersions(tx, ids);
  }

  async saveRelated(
    tx: Tx,
    items: number,
    versions: Map<string, number>,
    problems: CsvProblem[],
  ): Promise<void> {
    await this.#run.addProblems(tx, problems);
    await this.#run.setItemVersions(tx, versions);
    const checkpoint = { phase: 'related', items } satisfies Checkpoint;
    await this.#run.save(tx, { checkpoint, newProblems: problems.length });
  }

  async endProducts(tx: Tx, checkpoint: Checkpoint): Promise<void> {
    const { result } = this.#run.job;
    // Its images may wait for those of other imports.
    const waits = checkpoint.phase === IMAGES_PHASE && hasImagesToFetch(this.#run);
    await this.#run.save(tx, {
      checkpoint,
      ...(waits && { result: { ...result, phase: IMAGES_PHASE } }),
    });
  }
}

function resultOf(phase: ImportResult['phase'], position?: ImportPosition) {
  const { counts = noCounts, newCategories = [] } = position ?? {};
  return { phase, ...counts, newCategories, fetched: 0 } satisfies ImportResult;
}
