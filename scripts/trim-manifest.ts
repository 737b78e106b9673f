import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Routes of staff. */
const STAFF = /^routes\/(?:console|admin)\//;

interface Manifest {
  routes: Record<string, Record<string, unknown>>;
}

/**
 * Shortens the list of routes, which every page of the shop loads. It leaves out which files a page
 * of staff imports, which is a third of the list. The browser finds them in the page's own file.
 * The server keeps the whole list, so that a page of staff names its files in its head. Values that
 * most routes share are written once, which saves another ninth after compression.
 */
export async function trimManifest(clientFolder: string): Promise<void> {
  const folder = join(clientFolder, 'assets');
  for (const name of await readdir(folder)) {
    if (!/^manifest-\w+\.js$/.test(name)) continue;
    const path = join(folder, name);
    await writeFile(path, trimmed(await readFile(path, 'utf8')));
  }
}

/** Throws for a list of another form, which a later version of React Router may write. */
function trimmed(script: string): string {
  const [, before, json] = /^(window\.__reactRouterManifest=)(\{.*\});?\s*$/s.exec(script) ?? [];
  if (!json)
    throw new Error('The list of routes has another form than scripts/trim-manifest.ts reads.');
  const manifest = JSON.parse(json) as Manifest;
  for (const [id, route] of Object.entries(manifest.routes)) {
    if (STAFF.test(id)) route.imports = [];
    // React Router treats a missing flag as false.
    for (const [name, value] of Object.entries(route)) if (value === false) delete route[name];
    // The browser fills in the values that most routes share.
    if (route.id !== id) throw new Error(`The list of routes has another id for ${id}.`);
    delete route.id;
    if (route.parentId === 'root') delete route.parentId;
    for (const name of ['css', 'imports']) if (isEmpty(route[name])) delete route[name];
    for (const name of USUAL) {
      // 0 is shorter than false, and means the same to React Router.
      if (route[name] === true) delete route[name];
      else route[name] = 0;
    }
  }
  return `${before}${JSON.stringify(manifest)};${FILL_IN}`;
}

/** The flags that nearly all routes have. */
const USUAL = ['hasLoader', 'hasDefaultExport'];

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** The script that adds each route's id, parent, lists and usual flags again. */
const FILL_IN = [
  'for(const[i,r]of Object.entries(window.__reactRouterManifest.routes))',
  '{r.id=i;if(i!="root")r.parentId??="root";r.css??=[];r.imports??=[];',
  ...USUAL.map((name) => `r.${name}??=!0;`),
  '}',
].join('');
