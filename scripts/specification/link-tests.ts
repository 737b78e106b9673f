import { readTestNames } from './test-names.ts';

/**
 * `[2.26]` or `[2.26, 4.1]` in the title of a test: the lines of the specification that it shows.
 */
const IDS = /\[(\d+\.\d+(?:, *\d+\.\d+)*)\]/;

/**
 * Returns the page with the last column of its tables replaced: the files of the tests with a
 * line's id. A skipped test does not count. `faults` lists what a person must correct.
 */
export function linkTests(
  page: string,
  sources: Map<string, string>,
): { page: string; faults: string[] } {
  const files = filesById(sources);
  const faults: string[] = [];
  const ids = new Set<string>();
  let section = '';
  let expected = 0;
  const lines = page.split('\n').map((line) => {
    const heading = /^## (\d+)\b/.exec(line)?.[1];
    if (heading) [section, expected] = [heading, 0];
    const id = /^\| *(\d+\.\d+) *\|/.exec(line)?.[1];
    if (!id) return line;
    expected += 1;
    if (id !== `${section}.${expected}`) faults.push(`${id} should be ${section}.${expected}`);
    ids.add(id);
    const paths = files.get(id) ?? [];
    if (paths.length === 0) faults.push(`${id} has no test`);
    return withLastCell(line, paths.map((path) => `\`${path}\``).join('<br>'));
  });
  for (const [id, paths] of files) {
    if (!ids.has(id)) faults.push(`${paths.join(', ')}: no line has the id ${id}`);
  }
  return { page: lines.join('\n'), faults };
}

/** For each id, the files with a test for it, sorted by name. */
function filesById(sources: Map<string, string>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const path of [...sources.keys()].sort()) {
    const source = sources.get(path) ?? '';
    if (!IDS.test(source)) continue;
    for (const { kind, name, runs } of readTestNames(source)) {
      if (kind !== 'test' || !runs) continue;
      for (const id of IDS.exec(name)?.[1]?.split(/, */) ?? []) {
        const paths = files.get(id) ?? [];
        if (!paths.includes(path)) files.set(id, [...paths, path]);
      }
    }
  }
  return files;
}

/** A table row with its last cell replaced; a `|` inside a cell is written as `\|`. */
function withLastCell(row: string, cell: string): string {
  const cells = row.split(/(?<!\\)\|/);
  return [...cells.slice(0, -2), cell ? ` ${cell} ` : ' ', cells.at(-1)].join('|');
}
