import type { Sabotage } from './patch.ts';

const caughtBy = ['test/api/product-tags.test.ts'];

/** Ways to lose a tag, or to change other products than staff were asked about. */
export const productTags: Sabotage[] = [
  {
    name: 'leaves out of a rename what somebody edits meanwhile',
    edits: [
      {
        file: 'src/features/product-management/bulk-edit/bulk-edit-job.ts',
        find: '          change,\n          ofTag,\n',
        replace: '          version: 1,\n          change,\n          ofTag,\n',
      },
    ],
    caughtBy,
  },
  {
    name: 'changes a tag when the question about it is no longer true',
    edits: [
      {
        file: 'src/features/product-management/tags/product-tags.ts',
        find: 'if (seenIn(preview) !== seen) {',
        replace: 'if (seenIn(preview) === seen.repeat(2)) {',
      },
    ],
    caughtBy,
  },
  {
    name: 'leaves rules with the new name when a rename is undone',
    edits: [
      {
        file: 'src/features/product-management/bulk-edit/bulk-edit-job.ts',
        find: 'if (!run.stopped) await takeBackRename(ctx, run);',
        replace: 'void takeBackRename;',
      },
    ],
    caughtBy,
  },
  {
    name: 'gives a tag in use the capitals of another one in use',
    edits: [
      {
        file: 'src/features/merchandising/tag-spellings.store.ts',
        find: 'select typed.tag where exists (',
        replace: 'select typed.tag where false and exists (',
      },
    ],
    caughtBy,
  },
  {
    name: 'lists no tag that a product got by an edit',
    edits: [
      {
        file: 'src/db/migrations/0075_tags_in_use.sql',
        find: 'WHERE tag <> ALL (OLD.tags)));',
        replace: 'WHERE tag = ANY (OLD.tags)));',
      },
    ],
    caughtBy,
  },
];
