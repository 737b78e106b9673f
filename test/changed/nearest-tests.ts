import { basename, dirname } from 'node:path';

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
 * whose names share words with it. Every test of the app imports nearly every file by way of the
 * app, so imports of imports tell nothing.
 */
export function nearestTests(
  changed: string[],
  tests: TestFile[],
  noticedBy: (file: string) => string[],
): string[] {
  const noticing = new Set(changed.flatMap(noticedBy));
  const words = new Set(changed.flatMap(wordsOf));
  const scored = tests.map(({ path, text }) => {
    const shared = wordsOf(path).filter((word) => words.has(word)).length;
    if (changed.includes(path)) return { path, score: 100 };
    const isClose = noticing.has(path) || changed.some((file) => imports(text, file));
    return { path, score: (isClose ? 10 : 0) + shared };
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
