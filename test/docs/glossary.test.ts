import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const glossary = readFileSync('docs/glossary.md', 'utf8');

interface Row {
  words: string[];
  instead: string;
  forNames: boolean;
  forText: boolean;
  /** The files of the row begin with one of these; all files when there are none. */
  paths: string[];
}

const rows = [...glossary.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|( [^|]*)?\|$/gm)]
  .map(([, words = '', instead = '', where = '']): Row => {
    const kinds = where.replace(/`[^`]+`/g, '').match(/names|text/g) ?? ['names', 'text'];
    return {
      words: words.split(', '),
      instead,
      forNames: kinds.includes('names'),
      forText: kinds.includes('text'),
      paths: [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    };
  })
  .filter(({ instead }) => !/^(-+|we say)$/.test(instead));

/** Names of libraries and of the platform, and a setting that shops have in `shop.config.ts`. */
const FOREIGN = new Set([
  'toColourspace',
  'tries',
  'max_parallel_workers_per_gather',
  'startingInventory',
]);

/** Words that have another sense in these files: fields of the specification's calls, a feature. */
const ALLOWED: Record<string, RegExp> = {
  img: /\/(catalog\.schema|(?:staff-)?product-json|order-json|add-product|product-management\.schema|product-editor\/changes(?:\.test)?)\.tsx?$/,
  inventory:
    /\/(catalog\.schema|(?:staff-)?product-json|add-(?:staff-)?product|import-products|product-management(?:\.schema)?|product-editor\/(?:changes(?:\.test)?|merge\.test))\.tsx?$|\/features\/inventory\//,
};

const all = execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 64_000_000 }).split(
  '\n',
);
const files = all.filter((file) => /^(src|test|scripts|bench|demo)\/.*\.(tsx?|js|css)$/.test(file));
/** The glossary lists replaced words, and the specification keeps the customer's. */
const documents = all.filter(
  (file) => file.endsWith('.md') && !/^docs\/(glossary|specification)\.md$/.test(file),
);

const DECLARED =
  /\b(?:const|let|function|class|interface|type|enum)\s+\*?\s*(\w+)|(?:^|[{(,;]\s*|\s)(\w+)\??:(?!:)/gm;

/** The words of a name, with a space around each. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return ` ${words.join(' ')} `;
}

function appliesTo({ paths }: Row, file: string): boolean {
  return paths.length === 0 || paths.some((path) => file.startsWith(path));
}

function replacedIn(name: string, file: string): string[] {
  if (FOREIGN.has(name)) return [];
  const words = wordsOf(name);
  return rows
    .filter((row) => row.forNames && appliesTo(row, file))
    .flatMap((row) =>
      row.words
        .filter((word) => words.includes(wordsOf(word)) && !ALLOWED[word]?.test(file))
        .map((word) => `${name}: ${row.instead} instead of ${word}`),
    );
}

const COMMENT = /(?<=^|\s)\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** The title of a test, of a case in a list, or of a sabotage. */
const TITLE =
  /(?:\b(?:test|describe)(?:\.\w+)*\(|[\])]\)?\(|\[|^\s*name:)\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/gm;

/** What a file says in sentences: a document, or the comments and test titles of code. */
function proseOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) return text.replace(/```[\s\S]*?```/g, '');
  const titles = file.startsWith('test/') || file.includes('.test.') ? text.matchAll(TITLE) : [];
  return [
    ...(text.match(COMMENT) ?? []),
    ...[...titles].map((title) => title.slice(1).join('')),
  ].join('\n');
}

/** The replaced words of a text, without code spans, addresses and file names. */
function replacedInProse(text: string, file: string): string[] {
  const words = rows
    .filter((row) => row.forText && appliesTo(row, file))
    .flatMap((row) => row.words);
  if (words.length === 0) return [];
  const pattern = words.map((word) => word.replaceAll(' ', '[\\s*]+')).join('|');
  const prose = text.replace(/`[^`\n]*`|\S*[/.]\w\S*/g, '');
  return prose.match(new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi')) ?? [];
}

test('the glossary replaces words', () => {
  expect(rows.length).toBeGreaterThan(20);
  const prose = 'An answer, `answer`, shop.example/answer, a stand-in and a kept\n * page.';
  expect(replacedInProse(prose, 'src/a.ts')).toEqual(['answer', 'stand-in', 'kept\n * page']);
  expect(replacedIn('oldPicture', 'src/a.ts')).toEqual(['oldPicture: image instead of picture']);
  expect(replacedIn('hiddenByOwnerAt', 'src/a.ts')).toHaveLength(1);
  expect(replacedIn('img', 'src/a.ts')).toHaveLength(1);
  expect(replacedIn('img', 'test/a.ts')).toEqual([]);
  expect(replacedInProse('It tries again.', 'src/a.ts')).toEqual([]);
});

test.each(rows)('finds $words where the row says', (row) => {
  const { words, forNames, forText, paths } = row;
  for (const word of words) {
    const name = `some_${word.replaceAll(/[ -]/g, '_')}_thing`;
    for (const file of paths.length > 0 ? paths.map((path) => `${path}/a.ts`) : ['src/a.ts']) {
      if (forNames) expect(replacedIn(name, file)).not.toEqual([]);
      if (forText) expect(replacedInProse(`Some ${word}.`, file)).not.toEqual([]);
    }
  }
});

test('the paths of the table exist', () => {
  const paths = rows.flatMap((row) => row.paths);
  expect(paths.filter((path) => !all.some((file) => file.startsWith(path)))).toEqual([]);
});

test('files have names of the glossary', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => replacedIn(file, file))).toEqual([]);
});

test('what is declared has a name of the glossary', () => {
  const found = new Set<string>();
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const code = readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
      .replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, "''");
    for (const [, declared, property] of code.matchAll(DECLARED)) {
      for (const line of replacedIn(declared ?? property ?? '', file))
        found.add(`${file}: ${line}`);
    }
  }
  expect([...found].sort()).toEqual([]);
});

test('documents, comments and test titles have the words of the glossary', () => {
  expect(documents.length).toBeGreaterThan(20);
  expect(proseOf('test/docs/glossary.test.ts')).toContain('every feature is in the glossary');
  const others = files.filter((file) => file !== 'test/docs/glossary.test.ts');
  const found = [...documents, ...others].flatMap((file) =>
    replacedInProse(proseOf(file), file).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

test('a docstring says without the one above it what a thing is', () => {
  const leaning = /\/\*\*[\s*]+(?:The same(?:[;,.]| (?:for|of|with|without)\b)|Both\.).*/g;
  expect('/**\n * The same for a command.'.match(leaning)).toHaveLength(1);
  expect('/** The same visitor with placeholders. */'.match(leaning)).toBeNull();
  const found = files
    .filter((file) => file !== 'test/docs/glossary.test.ts')
    .flatMap((file) =>
      (readFileSync(file, 'utf8').match(leaning) ?? []).map((text) => [file, text]),
    );
  expect(found).toEqual([]);
});

test('what people read says email', () => {
  const saying = files.filter((file) => /\be-mail/i.test(readFileSync(file, 'utf8')));
  expect(saying).toEqual([]);
});

test('every feature is in the glossary', () => {
  const features = new Set(
    files.flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? []),
  );
  expect(features.size).toBeGreaterThan(10);
  expect([...features].filter((name) => !glossary.includes(`\`${name}\``))).toEqual([]);
});
