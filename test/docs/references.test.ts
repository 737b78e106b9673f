import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  brokenLinks,
  listFiles,
  missingInComments,
  missingInFiles,
  missingInMarkdown,
} from './references.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const files = listFiles();
const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
const pages = files.filter((path) => path.endsWith('.md'));
const sources = files.filter((path) => /\.(tsx?|js|mjs|css|conf|env|service)$/.test(path));

test('pages name and link what is there', () => {
  const dead = pages.flatMap((path) =>
    [
      ...missingInMarkdown(read(path), files, scripts),
      ...missingInFiles(read(path), files, read),
      ...brokenLinks(path, read(path)),
    ].map((reference) => `${path}: ${reference}`),
  );
  expect(pages.length).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});

test('comments name files that are there', () => {
  const dead = sources.flatMap((path) =>
    missingInComments(read(path), files).map((reference) => `${path}: ${reference}`),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(dead).toEqual([]);
});

describe('a reference', () => {
  const known = ['src/features/cart/cart.ts', 'docs/speed.md', 'README.md'];
  const missing = (text: string) => missingInMarkdown(text, known, ['bench']);

  test.each([
    '`cart/cart.ts`',
    '`#features/cart/cart.ts`',
    '`src/features/cart/`',
    '`docs/*.md`',
    'npm run nothing, in prose',
    '`/etc/shop.env`',
    '`http://localhost`',
    '```sh\nnpm run bench # see docs/speed.md\n```',
  ])('is fine: %j', (text) => expect(missing(text)).toEqual([]));

  test.each([
    ['`art.ts`', 'art.ts'],
    ['`carts/cart.ts`', 'carts/cart.ts'],
    ['`src/features/carts`', 'src/features/carts'],
    ['```sh\nnpm run nothing\n```', 'npm run nothing'],
  ])('is dead: %j', (text, dead) => expect(missing(text)).toEqual([dead]));

  test('is looked for in comments and not in code', () => {
    const source =
      "import './a.ts';\n// See docs/a.md.\n/**\n * `b.ts` does it.\n */\nrun(); // as in money.ts";
    expect(missingInComments(source, known)).toEqual(['docs/a.md', 'b.ts', 'money.ts']);
  });

  test('to a name is looked for in its file', () => {
    const inCart = () => 'const addLine = removeLines;';
    const page = '`addLine` and `removeLine` in `cart/cart.ts`, `gone` of `cart/cart.ts`';
    expect(missingInFiles(page, known, inCart)).toEqual(['removeLine in cart/cart.ts']);
  });

  test('by a link leads to a file and a heading', () => {
    expect(brokenLinks('docs/a.md', '[a](speed.md) [b](b.md) [c](https://x.org)')).toEqual([
      'b.md',
    ]);
    const headings = '[d](speed.md#how-to-read-the-table) [e](speed.md#nothing)';
    expect(brokenLinks('docs/a.md', headings)).toEqual(['speed.md#nothing']);
  });
});
