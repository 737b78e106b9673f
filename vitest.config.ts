import { defineConfig } from 'vitest/config';
import EvenShards from './test/support/even-shards.ts';

/**
 * Files of a worker share their imports: loading the shop again for each file took a third of the
 * time. A run of several projects needs the same number of workers in all of them.
 */
const sharedImports = { maxWorkers: 2, isolate: false };

/** A larger young generation is collected less often. */
const execArgv = ['--max-semi-space-size=64'];

// Tests run on real PostgreSQL: one server for the run (test/support/postgres.ts), one database for
// each test file, copied from a migrated template.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A loaded machine is slow, and no test should fail because of that.
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    sequence: { sequencer: EvenShards },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...sharedImports,
          execArgv,
          include: ['{src,bench}/**/*.test.ts', 'test/{changed,code,docs,sabotage}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'feature',
          include: ['test/{adapters,api,db,fuzz,races}/**/*.test.ts'],
          globalSetup: ['test/support/postgres.ts'],
          ...sharedImports,
          execArgv,
        },
      },
      {
        extends: true,
        test: {
          name: 'start',
          include: ['test/{start,faults,pages,bench}/**/*.test.ts'],
          globalSetup: ['test/support/demo-postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'torture',
          include: ['test/torture/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/browser-shop.ts'],
          execArgv,
          testTimeout: 180_000,
          // `npm test` names what passed only at the second attempt, with its first failure.
          retry: 1,
          fileParallelism: false,
          isolate: false,
        },
      },
    ],
  },
});
