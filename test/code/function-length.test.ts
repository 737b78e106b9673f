import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { expect, test } from 'vitest';

const MAX_LINES = 60;

const FUNCTION = /Function|Method|^Constructor$|^(Getter|Setter)Property$/;

const files = execFileSync('git', ['ls-files', 'src', 'scripts', 'bench', 'demo'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^demo\/art\//.test(file));

test(`no function has more than ${MAX_LINES} lines, blank ones counted`, () => {
  const short = `const short = () => {${'\n'.repeat(MAX_LINES - 1)}};\n`;
  const long = `class Sale {\n  end() {${'\n'.repeat(MAX_LINES)}  }\n}\n`;
  expect(longFunctions(short + long, false)).toEqual([{ line: 62, lines: 61 }]);
  const found = files.flatMap((file) =>
    longFunctions(readFileSync(file, 'utf8'), file.endsWith('x')).map(
      ({ line, lines }) => `${file}:${line} has ${lines} lines`,
    ),
  );
  expect(found).toEqual([]);
});

function longFunctions(code: string, tsx: boolean): { line: number; lines: number }[] {
  // The parser counts bytes from the first token on, so that token comes first.
  const text = Buffer.from(`;${code}`);
  const program = parseSync(text.toString(), { syntax: 'typescript', tsx, target: 'esnext' });
  const lineAt = (byte: number) =>
    text
      .subarray(0, byte - program.span.start)
      .toString()
      .split('\n').length;
  const spans: { start: number; end: number }[] = [];
  JSON.stringify(program, (_, node) => {
    if (FUNCTION.test(node?.type) && (node.body ?? node.function?.body)) spans.push(node.span);
    return node;
  });
  return spans
    .map(({ start, end }) => ({ line: lineAt(start), lines: lineAt(end) - lineAt(start) + 1 }))
    .filter(({ lines }) => lines > MAX_LINES);
}
