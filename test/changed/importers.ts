import { posix } from 'node:path';
import type { TestFile } from './nearest-tests.ts';

/** How far imports are followed: a change is seen less and less further away. */
const MAX_STEPS = 3;

/**
 * The files that import a changed file, directly or by way of others, with the number of steps.
 * `sources` are the files to look through.
 */
export function importersOf(changed: string[], sources: TestFile[]): Map<string, number> {
  const imports = sources.map(({ path, text }) => ({ path, of: importsOf(path, text) }));
  const steps = new Map(changed.map((path) => [path, 0]));
  for (let step = 1; step <= MAX_STEPS; step += 1) {
    const before = new Set(steps.keys());
    for (const { path, of } of imports) {
      if (!before.has(path) && of.some((file) => before.has(file))) steps.set(path, step);
    }
  }
  for (const path of changed) steps.delete(path);
  return steps;
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, name = '']) =>
    name.startsWith('#') ? posix.join('src', name.slice(1)) : posix.join(posix.dirname(path), name),
  );
}
