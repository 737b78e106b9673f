import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FEATURES = 'src/features/';
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** The folders that each feature folder imports from; imports of types count. */
export function readFeatureImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync(`${FEATURES}*/**/*.ts`).sort()) {
    const from = folderOf(file);
    const to = imports.get(from) ?? new Set();
    imports.set(from, to);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const folder = folderOf(path.startsWith('.') ? join(dirname(file), path) : srcPath(path));
      if (folder && folder !== from) to.add(folder);
    }
  }
  return imports;
}

const srcPath = (path: string) => path.replace(/^#/, 'src/');

function folderOf(file: string): string {
  const [folder = '', ...rest] = file.startsWith(FEATURES)
    ? file.slice(FEATURES.length).split('/')
    : [];
  return rest.length > 0 ? folder : '';
}

/**
 * Returns the page with the graph between its markers. If a longer path of arrows implies an
 * import, it gets no arrow of its own.
 */
export function drawFeatures(page: string, imports: Map<string, Set<string>>): string {
  const arrows = [...imports].flatMap(([from, to]) => {
    const direct = [...to].filter((one) => ![...to].some((via) => reaches(imports, via, one)));
    return direct.sort().map((one) => `  ${from} --> ${one}`);
  });
  const graph = ['```mermaid', 'flowchart TD', ...arrows.sort(), '```'].join('\n');
  const [before, rest] = page.split('<!-- graph -->\n');
  const after = rest?.split('<!-- /graph -->')[1];
  if (after === undefined) throw new Error('The page has no <!-- graph --> and <!-- /graph -->.');
  return `${before}<!-- graph -->\n\n${graph}\n\n<!-- /graph -->${after}`;
}

/** Whether a path of one or more arrows leads from one folder to another. */
function reaches(
  imports: Map<string, Set<string>>,
  from: string,
  to: string,
  seen = new Set<string>(),
): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const next = [...(imports.get(from) ?? [])];
  return next.includes(to) || next.some((one) => reaches(imports, one, to, seen));
}
