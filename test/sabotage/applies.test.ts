import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sabotages } from './all.ts';
import { applyEdit } from './patch.ts';

test('there are at least twenty-five ways to break the shop, each with a name of its own', () => {
  expect(sabotages.length).toBeGreaterThanOrEqual(25);
  expect(new Set(sabotages.map(({ name }) => name)).size).toBe(sabotages.length);
});

/** The files of the projects `unit` and `feature`, which `main.ts` runs without a build. */
const RUN = /^(?:src|test\/(?:adapters|api|db|fuzz|races))\/.+\.test\.ts$/;

test.each(sabotages)(
  'a shop that $name: the patch applies, and its tests are there',
  (sabotage) => {
    for (const edit of sabotage.edits) {
      const text = readFileSync(edit.file, 'utf8');
      expect(applyEdit(text, edit)).not.toBe(text);
    }
    expect(sabotage.caughtBy.filter((file) => !existsSync(file) || !RUN.test(file))).toEqual([]);
  },
);
