import type { Sabotage } from './patch.ts';

const RUN = 'src/features/staff-jobs/job-run.ts';
const STORE = 'src/features/staff-jobs/staff-jobs.store.ts';
const CSV = 'src/features/product-management/import/csv-file.ts';
const LOOK_UP = 'src/adapters/remote-files/look-up.ts';
const LIMITS = 'test/api/job-limits.test.ts';
const HOSTILE = 'src/features/product-management/import/hostile-files.test.ts';

/** Ways to let a job take the shop with it, or to lose what staff ask of one. */
export const jobs: Sabotage[] = [
  {
    name: 'reads the descriptions of a batch in one go',
    edits: [
      {
        file: 'src/shared/pauses.ts',
        find: 'if (performance.now() - since < holdMs) return;',
        replace: 'if (performance.now() - since >= 0) return;',
      },
    ],
    caughtBy: [LIMITS],
  },
  {
    name: 'counts attempts of a job only where its process lives to give up',
    edits: [
      { file: RUN, find: 'if (job.attempts > MAX_ATTEMPTS) return', replace: 'if (false) return' },
    ],
    caughtBy: [LIMITS],
  },
  {
    name: 'forgets the attempts of a job that begins at the same place again',
    edits: [
      { file: STORE, find: '...(isSamePlace ? {} : { attempts: 0 }),', replace: 'attempts: 0,' },
    ],
    caughtBy: [LIMITS],
  },
  {
    name: 'imports the file of a dry run once more when that is pressed again',
    edits: [
      {
        file: 'src/features/staff-jobs/staff-jobs.ts',
        find: 'if (earlier) return toView(earlier);',
        replace: '',
      },
    ],
    caughtBy: ['test/api/import-jobs.test.ts'],
  },
  {
    name: 'lists what another import changed of a product as well',
    edits: [
      {
        file: 'src/features/audit-log/audit-log.ts',
        find: '{ [JOB]: jobId }',
        replace: '{}',
      },
    ],
    caughtBy: ['test/api/job-lists.test.ts'],
  },
  {
    name: 'pauses a job that was cancelled meanwhile',
    edits: [
      {
        file: STORE,
        find: "when 'cancel' then 'cancelled' else",
        replace: "when 'cancel' then 'paused' else",
      },
    ],
    caughtBy: [LIMITS],
  },
  {
    name: 'reads rows of any number of cells',
    edits: [
      { file: CSV, find: 'ignore_last_delimiters: MAX_COLUMNS + 1,', replace: '' },
      { file: CSV, find: 'if (cells.length > MAX_COLUMNS) throw', replace: 'if (!cells) throw' },
    ],
    caughtBy: ['test/db/import-files.test.ts'],
  },
  {
    name: 'reads rows of a product without end',
    edits: [
      {
        file: 'src/features/product-management/import/read-shopify.ts',
        find: 'if (isFull(current.product, current.problems)) continue;',
        replace: '',
      },
    ],
    caughtBy: [HOSTILE],
  },
  {
    name: 'copies megabytes at each quote after a long cell',
    edits: [{ file: CSV, find: 'field.size > KEPT_BUFFER', replace: 'false' }],
    caughtBy: [HOSTILE],
  },
  {
    name: 'makes an error of each row without its last cells',
    edits: [
      { file: CSV, find: '    state.expectedRecordLength = state.record.length;\n', replace: '' },
    ],
    caughtBy: [HOSTILE],
  },
  {
    name: 'parses half a megabyte of short rows in one turn',
    edits: [
      { file: CSV, find: 'PARSED_AT_ONCE = 8 * 1024', replace: 'PARSED_AT_ONCE = 512 * 1024' },
    ],
    caughtBy: [HOSTILE],
  },
  {
    name: 'reads a file to its end that nobody wants any more',
    edits: [
      {
        file: 'src/features/product-management/import/product-file.ts',
        find: 'signal.throwIfAborted();',
        replace: '',
      },
    ],
    caughtBy: [HOSTILE],
  },
  {
    name: 'checks any number of addresses of an image host',
    edits: [
      {
        file: 'src/adapters/remote-files/public-files.ts',
        find: 'if (addresses.length > MAX_ADDRESSES) throw crowded(name);',
        replace: '',
      },
    ],
    caughtBy: ['test/adapters/public-files.test.ts'],
  },
  {
    name: 'waits forever for a server that changes the protocol',
    edits: [
      {
        file: 'src/adapters/remote-files/public-files.ts',
        find: 'reject(responded(response));\n    });',
        replace: '});',
      },
      {
        file: 'src/adapters/remote-files/public-files.ts',
        find: "sent.on('close',",
        replace: "sent.on('closed',",
      },
      {
        file: 'src/adapters/remote-files/public-files.ts',
        find: 'return unlessAborted(follow(url, mostBytes, limit), limit);',
        replace: 'return follow(url, mostBytes, limit);',
      },
    ],
    caughtBy: ['test/adapters/public-files.test.ts'],
  },
  {
    name: 'looks names up on the few threads that the process shares',
    edits: [
      {
        file: LOOK_UP,
        find: 'resolver.resolve4(name),',
        replace: `import('node:dns')
        .then(({ promises }) => promises.lookup(name, { all: true, family: 4 }))
        .then((all) => all.map(({ address }) => address)),`,
      },
    ],
    caughtBy: ['test/adapters/public-files.test.ts'],
  },
  {
    name: 'waits for name servers after it was called off',
    edits: [
      {
        file: LOOK_UP,
        find: 'const cancel = () => resolver.cancel();',
        replace: 'const cancel = () => undefined;',
      },
    ],
    caughtBy: ['test/adapters/public-files.test.ts'],
  },
  {
    name: 'searches the end of each tag that nothing ends',
    edits: [
      {
        file: 'src/shared/html-text.ts',
        find: "const end = html.lastIndexOf('>') + 1;",
        replace: 'const end = html.length;',
      },
    ],
    caughtBy: ['src/shared/html-text.test.ts'],
  },
  {
    name: 'keeps a batch of an import open while the one before it is repeated',
    edits: [
      {
        file: 'src/features/product-management/import/overlapping-batches.ts',
        find: 'if (!isAlone && !(await before.isCommitted)) throw new PreviousNotCommitted();',
        replace: '',
      },
    ],
    caughtBy: ['src/features/product-management/import/overlapping-batches.test.ts'],
  },
  {
    name: 'lets the next batch of an import begin before one has all its locks',
    edits: [
      {
        file: 'src/features/product-management/import/apply-batch.ts',
        find: 'if (written.every(isOfOwnRows)) hasLocks(batch);',
        replace: 'hasLocks(batch);',
      },
    ],
    caughtBy: ['test/db/import.test.ts'],
  },
  {
    name: 'leaves the search index of new products to the commit of their batch',
    edits: [
      {
        file: 'src/features/product-management/import/apply-batch.ts',
        find: 'if (written.length === 0) await indexNew(tx, batch);',
        replace: '',
      },
    ],
    caughtBy: ['test/db/import.test.ts'],
  },
  {
    name: 'leaves images of an import on hosts that the shop may show',
    edits: [
      {
        file: 'src/features/product-management/import/plan-images.ts',
        find: "(copiesImages && 'host' in choice)",
        replace: 'false',
      },
    ],
    caughtBy: ['test/api/import-images.test.ts'],
  },
  {
    name: 'does not read again what changed before an import has locked it',
    edits: [
      {
        file: 'src/features/product-management/import/plan-batch.ts',
        find: 'if (stale.length === 0) return decisions;',
        replace: 'return decisions;',
      },
    ],
    caughtBy: ['test/db/changed-prices.test.ts'],
  },
  {
    name: 'forgets what an import changes of a product at the second time',
    edits: [
      {
        file: 'src/features/staff-jobs/job-findings.store.ts',
        find: 'before = excluded.before || staff_job_items.before',
        replace: 'before = staff_job_items.before',
      },
    ],
    caughtBy: ['test/api/import-undo.test.ts'],
  },
  {
    name: 'takes a change of prices and of a name for one of prices alone',
    edits: [
      {
        file: 'src/db/migrations/0057_cheaper_updates.sql',
        find: 'bool_and(only_prices) AS only_prices',
        replace: 'bool_or(only_prices) AS only_prices',
      },
    ],
    caughtBy: ['test/db/changed-prices.test.ts'],
  },
  {
    name: 'gives the stock of before back at the undo of a bulk edit',
    edits: [
      {
        file: 'src/features/product-management/undo-products.ts',
        find: '      (left.get(variant.id) ?? 0) - (counts.has',
        replace: '      variant.available ?? (left.get(variant.id) ?? 0) - (counts.has',
      },
    ],
    caughtBy: ['test/api/bulk-edits.test.ts'],
  },
  {
    name: 'lets the products of an import wait for images of others',
    edits: [{ file: RUN, find: "this.stop('handOver')", replace: 'return' }],
    caughtBy: ['test/api/import-images.test.ts'],
  },
  {
    name: 'relates products as a row of the file says that was refused',
    edits: [
      {
        file: 'src/features/product-management/import/link-related.ts',
        find: ' && !repeated.has(product)',
        replace: '',
      },
    ],
    caughtBy: ['test/api/import-undo.test.ts'],
  },
];
