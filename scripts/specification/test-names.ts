/** A test or a group of tests, as its file declares it. */
interface Declared {
  kind: 'test' | 'describe';
  name: string;
  /** False when it or a group around it is skipped, a todo, or excluded by `only`. */
  runs: boolean;
}

const CALL = /^(\s*)(test|describe)((?:\.\w+)*)(?=[(<])/;
const TITLE = /^\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/;

/**
 * The tests that a file declares. It reads the source and relies on the formatter: a declaration
 * begins a line, and the end of a table has the same indentation as its beginning.
 */
export function readTestNames(source: string): Declared[] {
  const lines = source.split('\n');
  const declared: Declared[] = [];
  let skippedFrom: number | null = null;
  for (const [index, line] of lines.entries()) {
    const depth = line.search(/\S/);
    if (skippedFrom !== null && depth >= 0 && depth <= skippedFrom) skippedFrom = null;
    const call = CALL.exec(line);
    if (!call) continue;
    const [, indent = '', kind, modifiers = ''] = call;
    const name = readTitle(lines, index, indent, modifiers.includes('.each'));
    if (name === null) continue;
    const stopped = /\.(skip|skipIf|runIf|todo|only|fails)\b/.test(modifiers);
    declared.push({ kind: kind as Declared['kind'], name, runs: !stopped && skippedFrom === null });
    if (stopped && skippedFrom === null) skippedFrom = indent.length;
  }
  return declared;
}

function readTitle(lines: string[], at: number, indent: string, hasTable: boolean): string | null {
  const rest = lines.slice(at).join('\n');
  if (!hasTable) return unquote(rest.slice(rest.indexOf('(') + 1));
  const first = lines[at] ?? '';
  if (first.includes(')(')) return unquote(rest.slice(first.lastIndexOf(')(') + 2));
  // The line that closes the table, such as `  ])(` or `  )(`.
  const end = new RegExp(`\\n${indent}[\\])}]+\\(`).exec(rest);
  return end ? unquote(rest.slice(end.index + end[0].length)) : null;
}

function unquote(text: string): string | null {
  const match = TITLE.exec(text);
  const raw = match?.[1] ?? match?.[2] ?? match?.[3];
  return raw?.replace(/\\(.)/g, '$1') ?? null;
}
