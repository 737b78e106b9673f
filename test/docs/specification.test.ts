import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTestNames } from './test-names.ts';

// docs/specification.md names a test for each line of the specification. A test that was renamed,
// removed or skipped has to be seen there.

interface Row {
  number: string;
  section: string;
  /** What the specification says, and how the shop does it. */
  says: string;
  tests: string[];
}

const FILE_AND_NAME = /^(\S+\.test\.ts) › (.+)$/;

/** The rows of all tables. A `|` inside a cell is written `\|`, several tests have `<br>` between. */
function readRows(markdown: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of markdown.split('\n')) {
    section = /^## (\d+)\b/.exec(line)?.[1] ?? section;
    if (!/^\| *\d/.test(line)) continue;
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [, number = '', says = '', , tests = ''] = cells;
    const names = tests
      .split('<br>')
      .map((name) => name.trim().replace(/^(`+)\s?(.*?)\s?\1$/, '$2'));
    rows.push({ number, section, says, tests: names.filter(Boolean) });
  }
  return rows;
}

/** What is wrong with a row's test; null when nothing is. */
function findFault(reference: string, read: (path: string) => string | null): string | null {
  const [, path = '', name] = FILE_AND_NAME.exec(reference) ?? [];
  if (!name) return 'is not written as `file › name`';
  const source = read(path);
  if (source === null) return 'is in a file that is not there';
  const found = readTestNames(source).filter(
    (declared) => declared.kind === 'test' && declared.name === name,
  );
  if (found.length === 0) return 'is not in its file';
  if (found.length > 1) return 'is one of several of that name';
  return found[0]?.runs ? null : 'is skipped';
}

function faultsOf(rows: Row[], read: (path: string) => string | null): string[] {
  const faults: string[] = [];
  const last = new Map<string, number>();
  for (const { number, section, says, tests } of rows) {
    const next = (last.get(section) ?? 0) + 1;
    last.set(section, next);
    if (number !== `${section}.${next}`) faults.push(`${number} should be ${section}.${next}`);
    if (says === '') faults.push(`${number} says nothing`);
    if (tests.length === 0) faults.push(`${number} has no test`);
    for (const reference of tests) {
      const fault = findFault(reference, read);
      if (fault) faults.push(`${number}: "${reference}" ${fault}`);
    }
  }
  return faults;
}

const readFile = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null);

test('every line of the specification has a number of its own and a test that runs', () => {
  const rows = readRows(readFileSync('docs/specification.md', 'utf8'));
  expect(faultsOf(rows, readFile)).toEqual([]);
  expect([...new Set(rows.map(({ section }) => section))]).toEqual([...'123456789']);
  expect(rows.length).toBeGreaterThan(200);
});

describe('a table', () => {
  const source = `
test('works', () => {});
test.each([
  ['a (b)(c)', 1],
])('works with %s', () => {});
test.each([1, 2])("doesn't stop at %i", () => {});
describe.skip('later', () => {
  test('comes later', () => {});
});
describe('now', () => {
  test.todo('is to be written');
  test(
    'is long',
    () => {},
  );
  test('is there twice', () => {});
});
test('is there twice', () => {});
`;
  const check = (name: string) =>
    faultsOf(readRows(`## 1 What\n| 1.1 | a thing | | ${name} |`), (path) =>
      path === 'a.test.ts' ? source : null,
    );

  test.each(['works', 'works with %s', "doesn't stop at %i", 'is long'])(
    'may name a test that runs: %s',
    (name) => expect(check(`\`a.test.ts › ${name}\``)).toEqual([]),
  );

  test.each([
    ['work', 'is not in its file'],
    ['works with a (b)(c)', 'is not in its file'],
    ['now', 'is not in its file'],
    ['comes later', 'is skipped'],
    ['is to be written', 'is skipped'],
    ['is there twice', 'is one of several of that name'],
  ])('may not name "%s", which %s', (name, fault) =>
    expect(check(`\`a.test.ts › ${name}\``)).toEqual([`1.1: "a.test.ts › ${name}" ${fault}`]),
  );

  test('may not name a file that is gone, nor nothing', () => {
    expect(check('`b.test.ts › works`').join()).toContain('is in a file that is not there');
    expect(check('later').join()).toContain('is not written as');
    expect(check('')).toEqual(['1.1 has no test']);
  });

  test('counts its rows from 1, each once', () => {
    const row = (number: string) => `| ${number} | x | | \`a.test.ts › works\` |`;
    const twice = readRows(['## 2 What', row('2.1'), row('2.1'), row('2.4')].join('\n'));
    expect(faultsOf(twice, () => source)).toEqual(['2.1 should be 2.2', '2.4 should be 2.3']);
  });
});
