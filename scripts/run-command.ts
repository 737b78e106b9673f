import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMMANDS, isBuiltFrom, sourcesOf } from './build-fingerprint.ts';
import { builtCommand } from './built-shop.ts';

// node scripts/run-command.ts NAME …: runs a command of the shop, such as `npm run import`. Commands
// are a part of the build, because loading their modules one by one takes two seconds. Without a
// build of these sources, it runs from the sources.

const projectRoot = resolve(import.meta.dirname, '..');
// The command reads its arguments as if it was the program.
const [name = ''] = process.argv.splice(2, 1);
if (!COMMANDS.includes(name)) throw new Error(`There is no command "${name}".`);
const isBuilt = await isBuiltFrom(sourcesOf(projectRoot), projectRoot);
const program = isBuilt
  ? builtCommand(projectRoot, name)
  : resolve(import.meta.dirname, `${name}.ts`);
await import(pathToFileURL(program).href);
