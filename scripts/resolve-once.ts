import { type ResolveFnOutput, registerHooks } from 'node:module';

// Commands of the shop load this first. To find a file that another one imports, Node reads the
// package.json above it, with the list of all that the package exports, again for each import. That
// of `drizzle-orm` is long, so a command spent more time on finding files than on running them.

const IN_PACKAGE = '/node_modules/';
/** Paths begin with a dot or a slash, and addresses have a colon. */
const NO_NAME = /^[./]|:/;
const NEIGHBOR = /^\.\.?\/.*\.js$/;

/** What a name stands for, which is the same in all files of the project. */
const found = new Map<string, ResolveFnOutput>();
/** Folders of packages whose `.js` files are modules: one package.json says so for all of a folder. */
const ofModules = new Set<string>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (parentURL.includes(IN_PACKAGE)) {
      if (!NEIGHBOR.test(specifier) || !conditions.includes('import')) {
        return next(specifier, context);
      }
      const { href } = new URL(specifier, parentURL);
      const folder = href.slice(0, href.lastIndexOf('/'));
      if (ofModules.has(folder)) return { url: href, format: 'module', shortCircuit: true };
      const resolved = next(specifier, context);
      if (resolved.url === href && resolved.format === 'module') ofModules.add(folder);
      return resolved;
    }
    if (parentURL === '' || NO_NAME.test(specifier)) return next(specifier, context);
    const key = `${specifier} ${conditions.join()}`;
    const known = found.get(key);
    if (known) return { ...known, shortCircuit: true };
    const resolved = next(specifier, context);
    found.set(key, resolved);
    return resolved;
  },
});
