import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A static import of a package, except for types. Paths and our own aliases begin with `.` or `#`.
 */
const IMPORT = /^import (?!type )[^;']*'([^'.#][^']*)'/gm;

/** The packages that root and routes import. */
export function packagesOfRoutes(projectRoot: string): string[] {
  const files = globSync('src/web/{root.tsx,routes/**/*.{ts,tsx}}', {
    cwd: projectRoot,
    exclude: ['**/*.test.*'],
  });
  const imports = files.flatMap((file) => [
    ...readFileSync(join(projectRoot, file), 'utf8').matchAll(IMPORT),
  ]);
  return [...new Set(imports.map(([, name = '']) => name))];
}
