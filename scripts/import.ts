import { createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Ctx } from '#features/context.ts';
import { imageReport } from '#features/product-management/image-report.schema.ts';
import type { ImportResult } from '#features/product-management/import.schema.ts';
import { uncountedUnits } from '#features/product-management/import-choices.schema.ts';
import { addImport } from '#features/product-management/product-management.ts';
import { isOpen, type JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import {
  describeJob,
  pauseAs,
  readLeftOut,
  runNextJob,
  storeFileFor,
} from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { counted } from '#shared/counted.ts';
import { withThousands } from '#shared/thousands.ts';
import { withShop } from './with-shop.ts';

// npm run import -- FILE.csv [--category NAME] [--dry-run] [--leave-existing] [--leave-images]
// [--uncounted UNITS]: imports a file of products by the same job as the console, in this process. The
// console shows it, too.

const BY = 'npm run import';
const USAGE = `Usage: ${BY} -- FILE.csv [--category NAME] [--dry-run] [--leave-existing] [--leave-images] [--uncounted UNITS]`;
const PROGRESS_MS = 1_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    category: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    'leave-existing': { type: 'boolean', default: false },
    'leave-images': { type: 'boolean', default: false },
    uncounted: { type: 'string', default: '0' },
  },
});
const [path, ...more] = positionals;
const uncounted = uncountedUnits.safeParse(values.uncounted);
if (path === undefined || more.length > 0 || !uncounted.success) {
  console.error(USAGE);
  process.exit(1);
}
const why = await whyUnreadable(path);
if (why !== null) {
  console.error(`${path} can't be read: ${why}.`);
  process.exit(1);
}

await withShop(async (ctx) => {
  const { categories } = await ctx.siteContent.read();
  const names = categories.map(({ name }) => name);
  const category = values.category ?? names[0] ?? '';
  if (!names.includes(category)) {
    console.error(`--category must be one of: ${names.join(', ')}.`);
    return 1;
  }
  const job = await runImport(ctx, path, category);
  for await (const { line, reason } of readLeftOut(ctx, job.id)) {
    console.error(`${path}:${line}: ${reason}`);
  }
  if (job.failure !== null) console.error(`${path}: ${job.failure}`);
  if (job.status === 'paused') {
    console.error(`The import is paused. Go on with it, or undo it, at /admin/imports/${job.id}.`);
  }
  report(job, category);
  return job.status === 'done' && job.problemCount === 0 ? 0 : 1;
});

async function whyUnreadable(file: string): Promise<string | null> {
  try {
    await access(file);
    return (await stat(file)).isDirectory() ? 'it is a folder' : null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'there is no such file' : message;
  }
}

/** Runs the import in this process; Ctrl-C pauses it. */
async function runImport(ctx: Ctx, file: string, category: string): Promise<JobView> {
  const fileId = await storeFileFor(
    ctx,
    BY,
    file,
    createReadStream(file),
    Number.POSITIVE_INFINITY,
  );
  const { id } = await addImport(ctx, BY, fileId, {
    dryRun: values['dry-run'],
    existing: values['leave-existing'] ? 'leave' : 'update',
    images: values['leave-images'] ? 'stay' : 'fetch',
    category,
    uncounted: uncounted.data ?? 0,
  });
  const closing = new AbortController();
  const stop = () => closing.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const timer = setInterval(() => void printProgress(ctx, id), PROGRESS_MS);
  try {
    const isHere = await runNextJob(ctx, jobRunners, closing.signal, { id });
    // A running shop may have begun it.
    if (!isHere) await untilEnded(ctx, id, closing.signal);
  } finally {
    clearInterval(timer);
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
  // Without this, a running shop would go on with it.
  if (closing.signal.aborted) await pauseAs(ctx, BY, id).catch(() => undefined);
  await printProgress(ctx, id);
  return describeJob(ctx, id);
}

async function untilEnded(ctx: Ctx, id: string, closing: AbortSignal): Promise<void> {
  while (!closing.aborted && isOpen((await describeJob(ctx, id)).status)) {
    await sleep(PROGRESS_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

async function printProgress(ctx: Ctx, id: string): Promise<void> {
  const { done, total, result } = await describeJob(ctx, id);
  const { phase, fetched, toFetch } = result as unknown as ImportResult;
  if (phase === 'images') console.error(`Images of ${fetched} of ${toFetch} products fetched.`);
  else if (total === null) console.error('The file is being checked.');
  else console.error(`${done} of ${total} products read.`);
}

function report(job: JobView, category: string): void {
  const { input, result, problemCount } = job;
  const { added, variants, changed, unchanged, uncategorised, newCategories } = {
    ...{ added: 0, variants: 0, changed: 0, unchanged: 0, uncategorised: 0, newCategories: [] },
    ...(result as Partial<ImportResult>),
  };
  const dry = input.dryRun ? 'A dry run, so nothing was written: ' : '';
  console.log(
    `${dry}${counted(added, 'product')} with ${counted(variants, 'variant')} added, ${changed} changed, ${unchanged} were in the shop already, ${counted(problemCount, 'problem')}.`,
  );
  const kind = input.dryRun ? 'check' : 'import';
  const { images } = result as Partial<ImportResult>;
  for (const line of imageReport(images, kind, 'command')) console.log(line);
  const names = newCategories.filter(({ isUsed }) => isUsed).map(({ name }) => name);
  if (names.length > 0) console.log(`New categories, not in the menu: ${names.join(', ')}.`);
  if (uncategorised > 0) {
    console.log(
      `${uncategorised} of them name no category of this shop and went to ${category} (--category chooses another).`,
    );
  }
  const time = timeOf(job);
  if (time !== null) console.log(time);
}

/** How long the job took, from its file being stored to its end; null if it has not ended. */
function timeOf({ createdAt, finishedAt, done }: JobView): string | null {
  if (finishedAt === null) return null;
  const seconds = (Date.parse(finishedAt) - Date.parse(createdAt)) / 1_000;
  if (seconds <= 0) return null;
  const rate = withThousands(Math.round(done / seconds));
  return `The job took ${seconds.toFixed(1)} s: ${rate} products a second.`;
}
