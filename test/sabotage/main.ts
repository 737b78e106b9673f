import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { sabotages } from './all.ts';
import { applyEdit, type Sabotage } from './patch.ts';

// npm run sabotage [-- words]: breaks a copy of the shop in every way of the list (or those whose name
// has the words), one after the other, runs the tests that have to notice, and says which did. Exits
// with 1 when a break goes unnoticed or does not fit the code any more.

const projectRoot = resolve(import.meta.dirname, '../..');
const words = process.argv.slice(2).join(' ');
const chosen = sabotages.filter(({ name }) => name.includes(words));
const copy = copyProject();
let survivors = 0;
try {
  for (const [i, sabotage] of chosen.entries()) {
    const failed = await runSabotaged(sabotage);
    if (failed.length === 0) survivors += 1;
    const [first = 'SURVIVES', ...others] = failed;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    console.log(
      `${String(i + 1).padStart(3)}. a shop that ${sabotage.name}\n     → ${first}${more}`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${chosen.length} ways to break the shop, ${survivors} survive`);
process.exit(survivors === 0 ? 0 : 1);

/** The project as it is, changes that are not committed included; its packages are linked. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'online-shop-sabotage-'));
  const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  for (const file of listed.stdout.split('\0')) {
    // Images are many, and no test of the list looks at them.
    if (!file || /\.(webp|avif)$/.test(file) || !existsSync(join(projectRoot, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(folder, file));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Names of the tests that failed; what can't even be loaded counts as noticed by its file. */
async function runSabotaged({ edits, caughtBy }: Sabotage): Promise<string[]> {
  const before = new Map<string, string>();
  try {
    for (const edit of edits) {
      const path = join(copy, edit.file);
      const text = readFileSync(path, 'utf8');
      if (!before.has(path)) before.set(path, text);
      writeFileSync(path, applyEdit(text, edit));
    }
    return await failingTests(caughtBy);
  } finally {
    for (const [path, text] of before) writeFileSync(path, text);
  }
}

interface Report {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

async function failingTests(files: string[]): Promise<string[]> {
  const report = join(copy, 'sabotage.json');
  rmSync(report, { force: true });
  const args = ['run', '--project=unit', '--project=feature', '--reporter=json'];
  const code = await new Promise<number | null>((done) => {
    const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
    const child = spawn(process.execPath, [vitest, ...args, `--outputFile=${report}`, ...files], {
      cwd: copy,
      stdio: 'ignore',
    });
    child.on('close', done);
  });
  if (!existsSync(report)) throw new Error(`The tests ${files.join(', ')} do not run.`);
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  if (testResults.length === 0) throw new Error(`There are no tests in ${files.join(', ')}.`);
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${name.slice(copy.length + 1)}: ${fullName}`),
  );
  // The process of the tests itself was brought down.
  if (failed.length === 0 && code !== 0) return files.map((file) => `${file}: the run failed`);
  return failed;
}
