import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const glossary = readFileSync('docs/glossary.md', 'utf8');

/** Words that the glossary replaces, and the word that takes their place. */
const replaced = new Map(
  [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
    .filter(([, word]) => word !== undefined && !/^(-+|instead of)$/.test(word))
    .flatMap(([, words = '', instead = '']) =>
      words.split(', ').map((word): [string, string] => [word, instead]),
    ),
);

/** Names of libraries and of the platform, which are theirs. */
const FOREIGN = new Set(['toColourspace', 'max_parallel_workers_per_gather']);

const files = execFileSync('git', ['ls-files'], {
  encoding: 'utf8',
  maxBuffer: 64_000_000,
})
  .split('\n')
  .filter((file) => /^(src|test|scripts|bench|demo)\/.*\.(tsx?|js|css)$/.test(file));

const DECLARED =
  /\b(?:const|let|function|class|interface|type|enum)\s+\*?\s*(\w+)|(?:^|[{(,;]\s*|\s)(\w+)\??:(?!:)/gm;

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function replacedIn(name: string): string[] {
  if (FOREIGN.has(name)) return [];
  return wordsOf(name).flatMap((word) => {
    const known = replaced.get(word) ?? replaced.get(word.replace(/s$/, ''));
    return known ? [`${name}: ${known} instead of ${word}`] : [];
  });
}

test('the glossary replaces words', () => {
  expect(replaced.get('picture')).toBe('image');
  expect(replacedIn('keptPicture')).toEqual(['keptPicture: image instead of picture']);
});

test('files have names of the glossary', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => replacedIn(file))).toEqual([]);
});

test('what is declared has a name of the glossary', () => {
  const found = new Set<string>();
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const code = readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, "''");
    for (const [, declared, property] of code.matchAll(DECLARED)) {
      for (const line of replacedIn(declared ?? property ?? '')) found.add(`${file}: ${line}`);
    }
  }
  expect([...found].sort()).toEqual([]);
});

test('every feature is in the glossary', () => {
  const features = new Set(
    files.flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? []),
  );
  expect(features.size).toBeGreaterThan(10);
  expect([...features].filter((name) => !glossary.includes(`\`${name}\``))).toEqual([]);
});
