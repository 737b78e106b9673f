import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Routes of staff. */
const STAFF = /^routes\/(?:console|admin)\//;

interface Manifest {
  entry: { imports: string[] };
  routes: Record<string, Record<string, unknown>>;
}

/**
 * Shortens the list of routes, which every page of the shop loads. It leaves out which files a page
 * of staff imports, which is a third of the list. The browser finds them in the page's own file.
 * The server keeps the whole list, so that a page of staff names its files in its head. Values that
 * most routes share are written once, the name of a route's file is its id, and files that each page
 * has loaded before it reads the list are not in it. That saves another sixth after compression.
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
  const onEveryPage = [...manifest.entry.imports, ...importsOf(manifest.routes.root)];
  for (const [id, route] of Object.entries(manifest.routes)) {
    const imports = STAFF.test(id) ? [] : importsOf(route);
    if (id !== 'root') route.imports = imports.filter((path) => !onEveryPage.includes(path));
    route.module = shortModule(id, route.module);
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

function importsOf(route: Record<string, unknown> | undefined): string[] {
  return (route?.imports ?? []) as string[];
}

/** The hash alone of a file that is called as its route: 'a1b2c3d' of '/assets/home-a1b2c3d.js'. */
function shortModule(id: string, module: unknown): unknown {
  const start = `/assets/${nameOf(id)}-`;
  const isUsual = typeof module === 'string' && module.startsWith(start) && module.endsWith('.js');
  return isUsual ? module.slice(start.length, -'.js'.length) : module;
}

const nameOf = (id: string) => id.split('/').pop();

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** The script that adds each route's id, parent, file, lists and usual flags again. */
const FILL_IN = [
  'for(const[i,r]of Object.entries(window.__reactRouterManifest.routes))',
  '{r.id=i;if(i!="root")r.parentId??="root";r.css??=[];r.imports??=[];',
  'if(r.module[0]!="/")r.module="/assets/"+i.split("/").pop()+"-"+r.module+".js";',
  ...USUAL.map((name) => `r.${name}??=!0;`),
  '}',
].join('');
