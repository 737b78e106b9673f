import { type ResolveFnOutput, registerHooks } from 'node:module';

// Commands of the shop load this first. Node looks up what a name stands for again for each file that
// imports it, and reads a package's list of exports each time. That of `drizzle-orm`, which hundreds of
// files import, is long. What a name stands for is the same in all files of the project.

const IN_PACKAGE = '/node_modules/';
/** Paths begin with a dot or a slash, and addresses have a colon. */
const NO_NAME = /^[./]|:/;

const found = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, next) {
    const isOurs = context.parentURL !== undefined && !context.parentURL.includes(IN_PACKAGE);
    if (!isOurs || NO_NAME.test(specifier)) return next(specifier, context);
    const key = `${specifier} ${context.conditions.join()}`;
    const known = found.get(key);
    if (known) return { ...known, shortCircuit: true };
    const resolved = next(specifier, context);
    found.set(key, resolved);
    return resolved;
  },
});
