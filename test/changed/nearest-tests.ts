import { basename, dirname } from 'node:path';
import { importersOf } from './importers.ts';

/** A test file and its text. */
export interface TestFile {
  path: string;
  text: string;
}

/** Parts of file names that say what a file is for, not what it is about. */
const ROLES = new Set(
  'api build check component hook index main route schema script server shared spec store table test types use web'.split(
    ' ',
  ),
);

/**
 * The tests that are nearest to what was changed, the nearest first: those that were changed
 * themselves, those that import a changed file or are known to notice when it breaks, then those
 * whose names share words with it, then those whose names share words with the files that import
 * it. Every test of the app imports nearly every file by way of the app, so that a test imports a
 * changed file by way of others tells nothing.
 */
export function nearestTests(
  changed: string[],
  tests: TestFile[],
  noticedBy: (file: string) => string[],
  sources: TestFile[] = [],
): string[] {
  const noticing = new Set(changed.flatMap(noticedBy));
  const words = new Set(changed.flatMap(wordsOf));
  const importers = [...importersOf(changed, sources)].map(([path, steps]) => ({
    words: wordsOf(path),
    weight: 0.5 ** steps,
  }));
  const scored = tests.map(({ path, text }) => {
    const own = wordsOf(path);
    const shared = own.filter((word) => words.has(word)).length;
    if (changed.includes(path)) return { path, score: 100 };
    const users = importers.filter(({ words }) => words.some((word) => own.includes(word)));
    const used = users.reduce((sum, { weight }) => sum + weight, 0);
    const isClose = noticing.has(path) || changed.some((file) => imports(text, file));
    return { path, score: (isClose ? 10 : 0) + shared + used / (used + 1) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ path }) => path);
}

function imports(text: string, file: string): boolean {
  if (file.startsWith('src/')) return text.includes(`'#${file.slice('src/'.length)}'`);
  return file.startsWith('test/') && text.includes(`/${basename(file)}'`);
}

/** `src/features/cart/guest-carts.ts` is about guests and carts: 'guest', 'cart'. */
function wordsOf(path: string): string[] {
  const name = basename(path).replace(/\.[jt]sx?$/, '');
  const words = `${basename(dirname(path))}-${name}`.split(/[^a-z0-9]+/i);
  const singular = words.map((word) => word.toLowerCase().replace(/s$/, ''));
  return [...new Set(singular)].filter((word) => word.length > 2 && !ROLES.has(word));
}
