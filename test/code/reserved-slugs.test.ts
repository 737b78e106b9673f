import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isReservedSlug } from '../../src/features/merchandising/reserved-slugs.ts';
import routes from '../../src/web/routes.ts';

const firstOf = (path: string) => path.split('/').find(Boolean) ?? '';

interface Page {
  path?: string;
  children?: Page[];
}

function pathsOf(pages: Page[]): string[] {
  return pages.flatMap(({ path, children = [] }) => [
    ...(path ? [path] : []),
    ...pathsOf(children),
  ]);
}

/** The paths of calls, as the guards' test lists all of them. */
function calls(): string[] {
  const text = readFileSync('test/api/guards.test.ts', 'utf8');
  return [...text.matchAll(/'(?:GET|POST|PUT|PATCH|DELETE) (\/[^']*)'/g)].map(
    ([, path = '']) => path,
  );
}

test('no category can take the first part of the path of a page or a call', () => {
  const taken = [...pathsOf(routes), ...calls()]
    .map(firstOf)
    .filter((part) => /^[a-z0-9_-]+$/i.test(part));
  expect(taken).toEqual(expect.arrayContaining(['product', 'orders', 'healthz', 'admin']));
  expect(taken.filter((part) => !isReservedSlug(part))).toEqual([]);
});

test('an ordinary word is free', () => {
  expect(isReservedSlug('shoes')).toBe(false);
});
