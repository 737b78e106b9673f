/**
 * Starts imports of product files, and exports the lines that they refused. A job reads the
 * products of a file (`import/import-job.ts`).
 */
import { stringify } from 'csv-stringify/sync';
import { AppError } from '#shared/errors.ts';
import { fromSpreadsheet, toSpreadsheet } from '#shared/spreadsheet-text.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireCosts } from '../permissions.ts';
import { type JobView, unstoredProblems } from '../staff-jobs/staff-jobs.schema.ts';
import {
  addJob,
  findFile,
  getJob,
  readFile,
  readLeftOut,
  startJob,
} from '../staff-jobs/staff-jobs.ts';
import { chosenIsGone, findChosenCategory } from './import/categories-now.ts';
import { BrokenFile, type CsvSource, readFormat, readRecords } from './import/csv-file.ts';
import { findEarlierColumns } from './import/earlier-columns.ts';
import { columnProblem, openProductFile } from './import/product-file.ts';
import { usedCells } from './import/row-problems.ts';
import type { ColumnsFrom, ImportInput } from './import.schema.ts';
import type { ImportChoicesInput } from './import-choices.schema.ts';
import { type ColumnMapping, isSameMapping } from './import-columns.schema.ts';
import { requireKnownCategory } from './refusals.ts';

/**
 * Starts a job that imports a stored file, or that only reports what an import would do (admin).
 * Refuses a file without products. If the columns of a file are unknown, the job of the dry run
 * refuses it instead, so that staff can choose the columns.
 */
export async function startImport(
  ctx: Ctx,
  actor: Actor,
  fileId: string,
  choices: ImportChoicesInput,
): Promise<JobView> {
  requireCosts(actor);
  return startJob(ctx, actor, await describeJob(ctx, fileId, choices));
}

/**
 * Adds a job that imports a stored file, on behalf of a command: nobody's role is checked. Refuses
 * a file without products.
 */
export async function addImport(
  ctx: Ctx,
  createdBy: string,
  fileId: string,
  choices: ImportChoicesInput,
): Promise<JobView> {
  return addJob(ctx, createdBy, await describeJob(ctx, fileId, choices));
}

/**
 * Imports the file of a dry run (admin), with the choices of that dry run. If that import was
 * started already, returns it: a second one would write the stock of the file again, although
 * some of it may be sold by then.
 */
export async function importChecked(ctx: Ctx, actor: Actor, jobId: string): Promise<JobView> {
  const { input, fileId } = await getImport(ctx, actor, jobId);
  const choices = { ...(await choicesOf(ctx, input)), dryRun: false };
  const job = await describeJob(ctx, fileId, choices, input.columnsFrom);
  return startJob(ctx, actor, { ...job, checkedBy: jobId });
}

/**
 * Checks a stored file that staff uploaded in the console (admin). A table that the shop does not
 * know is read by the columns of an earlier import with the same heading.
 */
export async function checkUpload(
  ctx: Ctx,
  actor: Actor,
  fileId: string,
  choices: Omit<ImportChoicesInput, 'dryRun' | 'mapping'>,
): Promise<JobView> {
  requireCosts(actor);
  const { header } = await orBroken(readFormat(() => readFile(ctx, fileId)));
  const earlier = await findEarlierColumns(ctx, header);
  const job = { ...choices, dryRun: true, mapping: earlier?.mapping ?? null };
  return startJob(ctx, actor, await describeJob(ctx, fileId, job, earlier?.from));
}

/** The choices of an earlier job. The category may have been renamed since; refuses one that is gone. */
async function choicesOf(ctx: Ctx, input: ImportInput) {
  const { images = 'stay', uncounted = 0 } = input;
  const chosen = await findChosenCategory(ctx, input);
  if (!chosen) throw new AppError('invalid_request', chosenIsGone(input));
  return { ...input, category: chosen.name, images, uncounted };
}

/** Checks the file of an earlier job again with other choices (admin). */
export async function checkAgain(
  ctx: Ctx,
  actor: Actor,
  jobId: string,
  choices: Omit<ImportChoicesInput, 'dryRun'>,
): Promise<JobView> {
  const { fileId, input } = await getImport(ctx, actor, jobId);
  requireCosts(actor);
  const isSame = choices.mapping != null && isSameMapping(choices.mapping, input.mapping);
  const from = isSame ? input.columnsFrom : undefined;
  return startJob(ctx, actor, await describeJob(ctx, fileId, { ...choices, dryRun: true }, from));
}

/**
 * The lines of an import's file that were left out (admin), as a CSV file with the reasons. It can
 * be imported after it was corrected.
 */
export async function* exportLeftOut(
  ctx: Ctx,
  actor: Actor,
  jobId: string,
): AsyncGenerator<string> {
  const { fileId, problemCount } = await getImport(ctx, actor, jobId);
  const open: CsvSource = () => readFile(ctx, fileId);
  const format = await readFormat(open);
  const { length: width } = format.header;
  const reasons = createReasons(readLeftOut(ctx, jobId));
  let batch: string[][] = [];
  for await (const { cells, line } of readRecords(open, format)) {
    const why = line === 1 ? ['Problem'] : await reasons.at(line);
    if (why === null) continue;
    if (batch.length >= 500) {
      yield toLines(batch);
      batch = [];
    }
    const row = line === 1 ? ['Line', ...why] : [String(line), ...why.map(toSpreadsheet)];
    const used = cells.slice(0, usedCells(cells, width)).map(protectedCell);
    const own = used.slice(0, width);
    // Cells beyond the heading come after the columns of this file, which still have more of them.
    batch.push([...own, ...padding(width - own.length), ...row, ...used.slice(width)]);
  }
  const unstored = unstoredProblems(problemCount);
  // In the last row and not in one of its own, which an import of the file would read as goods.
  const last = batch.at(-1);
  if (last && unstored) last[width + 1] = [last[width + 1], unstored].filter(Boolean).join(' ');
  yield toLines(batch);
}

/** A plain number, which a spreadsheet does not run, and which the import reads without an apostrophe. */
const NUMBER = /^[+-]?\d[\d.,]*$/;

/**
 * A cell of an uploaded file that no spreadsheet runs as a formula, and that the import reads as the
 * same text. A cell that has its apostrophe already gets no second one.
 */
function protectedCell(cell: string): string {
  return NUMBER.test(cell) ? cell : toSpreadsheet(fromSpreadsheet(cell));
}

/**
 * Finds the reasons for each line. Each reason is given once: at its own line, or at the first line
 * of its product.
 */
function createReasons(leftOut: AsyncIterator<LeftOut>) {
  let open: LeftOut[] = [];
  let next: LeftOut | null = null;
  let isEnded = false;
  const fetchNext = async () => {
    const { value, done } = await leftOut.next();
    next = done ? null : value;
    isEnded = done === true;
  };
  return {
    /** Why this line was left out; null where it was not. */
    async at(line: number): Promise<string[] | null> {
      if (!next && !isEnded) await fetchNext();
      while (next && next.firstLine <= line) {
        open.push(next);
        await fetchNext();
      }
      open = open.filter(({ lastLine }) => lastLine >= line);
      if (open.length === 0) return null;
      const own = open.filter((one) => (one.line ?? one.firstLine) === line);
      return [own.map(({ reason }) => reason).join(' ')];
    },
  };
}

interface LeftOut {
  line: number | null;
  firstLine: number;
  lastLine: number;
  reason: string;
}

function padding(count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, () => '');
}

function toLines(rows: string[][]): string {
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

async function getImport(
  ctx: Ctx,
  actor: Actor,
  jobId: string,
): Promise<{ input: ImportInput; fileId: string; problemCount: number }> {
  const job = await getJob(ctx, actor, jobId);
  if (job.kind !== 'import') throw new AppError('not_found', 'There is no such import.');
  if (!job.fileId) {
    throw new AppError('not_found', 'The file is no longer stored. Please upload it again.');
  }
  const { input, fileId, problemCount } = job;
  return { input: input as unknown as ImportInput, fileId, problemCount };
}

async function describeJob(
  ctx: Ctx,
  fileId: string,
  choices: ImportChoicesInput,
  columnsFrom?: ColumnsFrom,
) {
  const described = await describeImport(ctx, fileId, choices);
  const input = { ...described, ...(columnsFrom && { columnsFrom }) };
  const { fileName: file, dryRun } = input;
  const about = { file, dryRun };
  return { kind: 'import' as const, input: { ...input }, fileId, undoable: !dryRun, about };
}

async function describeImport(
  ctx: Ctx,
  fileId: string,
  choices: ImportChoicesInput,
): Promise<ImportInput> {
  const stored = await findFile(ctx, fileId);
  if (!stored) {
    throw new AppError('not_found', 'The file is no longer stored. Please upload it again.');
  }
  const [first] = (await ctx.siteContent.read()).categories;
  const category = choices.category || (first?.name ?? '');
  const categoryId = await requireKnownCategory(ctx, category);
  const { mapping = null, existing, images, uncounted, dryRun } = choices;
  const file = await orBroken(openProductFile(() => readFile(ctx, fileId), { mapping }));
  const { dialect, format, decimal } = file;
  requireHeadings(mapping, format.header);
  if (!dryRun || format.header.length < 2) requireProducts(file);
  const { name: fileName } = stored;
  const { header } = format;
  const chosen = { category, categoryId, existing, images, uncounted, dryRun };
  return { fileName, dialect, header, decimal, mapping: file.mapping, ...chosen };
}

/** Refuses a file that can't be read. */
function orBroken<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof BrokenFile)) throw error;
    throw new AppError('invalid_request', error.sentence);
  });
}

/** Refuses a mapping to a column that the file does not have, which would silently not be read. */
function requireHeadings(mapping: ColumnMapping | null, header: string[]): void {
  const unknown = Object.values(mapping ?? {}).find(
    (name) => name !== '' && !header.includes(name),
  );
  if (unknown === undefined) return;
  throw new AppError('invalid_request', `mapping: The file has no column "${unknown}".`);
}

function requireProducts(file: Parameters<typeof columnProblem>[0]): void {
  const problem = columnProblem(file);
  if (problem) throw new AppError('invalid_request', problem);
}
