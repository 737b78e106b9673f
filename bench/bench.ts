import { readFile, writeFile } from 'node:fs/promises';
import { ensureBuild } from '../scripts/ensure-build.ts';
import { newDataFolder, removeDataFolder } from '../scripts/running-shop.ts';
import { abortSignal, listenForCtrlC } from './abort-signal.ts';
import { budgetsKept, headlineRows } from './figures/headline.ts';
import { replaceMarked } from './figures/marked.ts';
import type { Row } from './figures/row.ts';
import { markdownTable, textTable } from './figures/table.ts';
import { describeCommit, describeMachine } from './machine.ts';
import { measureBrowser } from './measure/browser.ts';
import { measureCalls } from './measure/calls.ts';
import { measureFlashSale } from './measure/flash-sale.ts';
import { measureLighthouse } from './measure/lighthouse.ts';
import { measureMixedLoad } from './measure/mixed-load.ts';
import { measureOrders } from './measure/orders.ts';
import { measurePages } from './measure/pages.ts';
import { measureRelevance } from './measure/relevance.ts';
import { measureStarts } from './measure/starts.ts';
import type { Measurement } from './measurement.ts';
import { readOptions } from './options.ts';
import { startObservedShop } from './shop/observed-shop.ts';

// npm run bench [-- --quick] [--only pages,orders] [--write]: measures the built shop against
// baselines in the same run and prints one table. A complete run writes the table into
// docs/speed.md, and eight lines of it into the README. It exits with 1 when it could not measure,
// and never because a figure exceeds its budget.

const MEASUREMENTS = {
  pages: measurePages,
  calls: measureCalls,
  relevance: measureRelevance,
  orders: measureOrders,
  flash: measureFlashSale,
  load: measureMixedLoad,
  starts: measureStarts,
  browser: measureBrowser,
  lighthouse: measureLighthouse,
} satisfies Record<string, Measurement>;

type Name = keyof typeof MEASUREMENTS;

process.env.NODE_ENV ??= 'production';
listenForCtrlC();
try {
  const options = readOptions(process.argv.slice(2), Object.keys(MEASUREMENTS) as Name[]);
  const machine = describeMachine();
  await ensureBuild(process.cwd());
  const dataDir = await newDataFolder();
  try {
    const rows = await measure(options, dataDir);
    const date = new Date().toISOString().slice(0, 10);
    const notes = `Measured on ${date} at ${describeCommit()}: ${machine}.`;
    console.log(`\n${textTable(rows)}\n\n${notes}`);
    if (options.write) {
      await write('docs/speed.md', `${markdownTable(rows)}\n\n${notes}`);
      await write(
        'README.md',
        `${markdownTable(headlineRows(rows))}\n\n${budgetsKept(rows)}. ${notes}`,
      );
    }
  } finally {
    await removeDataFolder(dataDir);
  }
} catch (error) {
  if (abortSignal.aborted) process.exit(130);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function write(path: string, table: string): Promise<void> {
  await writeFile(path, replaceMarked(await readFile(path, 'utf8'), table));
}

/**
 * One shop for all measurements, so that each finds the data of those before, as in a shop in use.
 */
async function measure(
  { chosen, effort }: ReturnType<typeof readOptions<Name>>,
  dataDir: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  const shop = await startObservedShop(dataDir);
  try {
    for (const name of chosen) {
      abortSignal.throwIfAborted();
      rows.push(...(await MEASUREMENTS[name]({ shop, effort, say: (line) => console.log(line) })));
    }
  } finally {
    await shop.stop();
  }
  return rows;
}
