import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sabotages } from './all.ts';
import { applyEdit, type Edit } from './patch.ts';

const MIGRATIONS = 'src/db/migrations';

test('there are at least twenty-five ways to break the shop, each with a name of its own', () => {
  expect(sabotages.length).toBeGreaterThanOrEqual(25);
  expect(new Set(sabotages.map(({ name }) => name)).size).toBe(sabotages.length);
});

/** The files of the projects `unit` and `feature`, which `main.ts` runs without a build. */
const RUN = /^(?:src|test\/(?:adapters|api|db|fuzz|races))\/.+\.test\.ts$/;

/** What a migration creates or adds, by its name. */
const CREATED =
  /\b(?:CREATE\b[A-Z ]*?\b(?:FUNCTION|VIEW|TRIGGER|INDEX)(?: CONCURRENTLY)?|ADD CONSTRAINT)(?: IF NOT EXISTS)? "?(\w+)"?/gi;

const migrations = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith('.sql'))
  .sort();

/** The migration that replaced or dropped later what an edit breaks; then the edit breaks nothing. */
function replacedBy({ file, find }: Edit): string | undefined {
  if (dirname(file) !== MIGRATIONS) return undefined;
  const text = readFileSync(file, 'utf8');
  const broken = [...text.slice(0, text.indexOf(find) + find.length).matchAll(CREATED)].at(-1)?.[1];
  if (!broken) return undefined;
  const again = new RegExp(`\\b(?:CREATE|DROP|ADD)\\b[A-Z ]* "?${broken}\\b`, 'i');
  return migrations
    .slice(migrations.indexOf(basename(file)) + 1)
    .find((name) => again.test(readFileSync(join(MIGRATIONS, name), 'utf8')));
}

test.each(sabotages)(
  'a shop that $name: the patch applies, and its tests are there',
  (sabotage) => {
    for (const edit of sabotage.edits) {
      const text = readFileSync(edit.file, 'utf8');
      expect(applyEdit(text, edit)).not.toBe(text);
      expect(replacedBy(edit), 'a later migration that replaces what is broken').toBeUndefined();
    }
    expect(sabotage.caughtBy.filter((file) => !existsSync(file) || !RUN.test(file))).toEqual([]);
  },
);
