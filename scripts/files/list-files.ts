import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Folders whose files are listed. */
const FOLDERS = ['src', 'scripts', 'bench', 'demo', 'test'];
/** What is made by tools, and data. */
const LEFT_OUT = /^(?:src\/db\/migrations|test\/dumps|demo\/art)\b/;
const SOURCE = /\.(?:tsx?|css|mjs)$/;
/** A test beside the code has the name of what it tests. */
const TEST_BESIDE = /^(?:src|bench)\/.*\.test\.ts$/;

const start = `# Files

The source files of each folder, written by \`npm run docs:files\`. Tests beside the code and migrations are left out. [Where is what](where-is-what.md) says which one to change for what.
`;

/** The content of docs/files.md: the names of all files by folder. */
export function listFiles(): string {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => `${folder}/${name}`)
      .toSorted(),
  );
  const found = paths.filter(
    (path) => SOURCE.test(path) && !TEST_BESIDE.test(path) && !LEFT_OUT.test(path),
  );
  const folders = Map.groupBy(found, dirname);
  const sections = [...folders].map(
    ([folder, files]) => `\n## ${folder}\n\n${files.map((file) => basename(file)).join(' · ')}\n`,
  );
  return start + sections.join('');
}
