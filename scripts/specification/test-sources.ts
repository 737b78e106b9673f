import { globSync, readFileSync } from 'node:fs';

/** The text of every test file, by its path. */
export function readTestSources(): Map<string, string> {
  const paths = globSync('{src,test,bench}/**/*.test.ts');
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}
