import type { Sabotage } from './patch.ts';

const LIMITS = 'src/db/statement-limits.ts';
const CLIENT = 'src/db/client.ts';
const LOCK = 'src/db/database-lock.ts';
const REDACT = 'src/shared/redact.ts';
const ADDRESS = 'src/shared/postgres-url.ts';
const START = 'src/server/start/shop-database.ts';

/** Ways to hang with the database, to need more of it than a pooler gives, and to tell its secrets. */
export const database: Sabotage[] = [
  {
    name: 'shows pages of before after another database server took over',
    edits: [
      {
        file: 'src/features/cache-invalidation/cache-invalidation.ts',
        find: '!last || isOtherServer ||',
        replace: '!last || (!isOtherServer && false) ||',
      },
    ],
    caughtBy: ['test/db/other-server.test.ts'],
  },
  {
    name: 'waits for whoever migrates though its database is up to date',
    edits: [
      {
        file: 'src/db/migrate.ts',
        find: 'if (await isUpToDate(database, migrationsFolder)) return;',
        replace: 'await isUpToDate(database, migrationsFolder);',
      },
    ],
    caughtBy: ['test/db/migrations.test.ts'],
  },
  {
    name: 'keeps everybody from a table while a migration waits for it',
    edits: [
      {
        file: 'src/db/run-migrations.ts',
        find: 'const LOCK_MS = 200;',
        replace: 'const LOCK_MS = 0;',
      },
    ],
    caughtBy: ['test/db/migrations.test.ts'],
  },
  {
    name: 'takes an index for built that a killed process left unfinished',
    edits: [
      {
        file: 'src/db/build-index.ts',
        find: "if (state === 'valid') return;",
        replace: "if (state !== 'missing') return;",
      },
    ],
    caughtBy: ['test/db/migrations.test.ts'],
  },
  {
    name: 'repeats a step of a migration that was done before the process was killed',
    edits: [{ file: 'src/db/run-migrations.ts', find: 'if (done.has(nr)) continue;', replace: '' }],
    caughtBy: ['test/db/migrations.test.ts'],
  },
  {
    name: 'waits for a database that does not respond',
    edits: [{ file: LIMITS, find: '    breakOff(client);', replace: '    void breakOff;' }],
    caughtBy: ['test/db/silent-database.test.ts'],
  },
  {
    name: 'cancels a write, and takes the word of whoever was canceled',
    edits: [{ file: LIMITS, find: 'READ.test(text) && !WRITE.test(text)', replace: 'true' }],
    caughtBy: ['test/db/silent-database.test.ts'],
  },
  {
    name: 'leaves a read that takes too long to the server',
    edits: [{ file: LIMITS, find: ' cancelStatement(client);', replace: ' void cancelStatement;' }],
    caughtBy: ['test/db/silent-database.test.ts'],
  },
  {
    name: 'leaves a write that was given up waiting at the embedded server',
    edits: [
      {
        file: 'src/db/embedded/postmaster.ts',
        find: "client_connection_check_interval: '5s'",
        replace: "client_connection_check_interval: '0'",
      },
    ],
    caughtBy: ['test/db/silent-database.test.ts'],
  },
  {
    name: 'keeps the connection of a transaction that could not begin',
    edits: [
      {
        file: CLIENT,
        find: 'await runTransaction(db, work, options)',
        replace: '(void runTransaction, await db.transaction(work as never))',
      },
    ],
    caughtBy: ['test/db/silent-database.test.ts'],
  },
  {
    name: 'begins a transaction without limits',
    edits: [{ file: LIMITS, find: 'BEGIN.test(text) ?', replace: 'BEGIN.test(text) && false ?' }],
    caughtBy: ['test/db/silent-database.test.ts'],
  },
  {
    name: 'says that it is ready when the database is silent',
    edits: [{ file: CLIENT, find: 'await pinger.ping();', replace: 'void pinger.ping;' }],
    caughtBy: ['test/db/silent-database.test.ts'],
  },
  {
    name: 'sends its limits as startup parameters, which poolers refuse',
    edits: [
      {
        file: CLIENT,
        find: '    max: maxConnections,\n',
        replace: '    max: maxConnections,\n    statement_timeout: 8_000,\n',
      },
    ],
    caughtBy: ['test/db/pooler.test.ts'],
  },
  {
    name: 'locks by session, which a pooler does not keep',
    edits: [{ file: LOCK, find: 'pg_try_advisory_xact_lock', replace: 'pg_try_advisory_lock' }],
    caughtBy: ['test/db/pooler.test.ts', 'test/races/jobs.test.ts'],
  },
  {
    name: 'asks for prepared statements that a pooler has lost',
    edits: [
      { file: 'src/db/prepared.ts', find: "['26000', '42P05', '0A000']", replace: "['none']" },
    ],
    caughtBy: ['test/db/pooler.test.ts'],
  },
  {
    name: 'ends a transaction before its last statement',
    edits: [
      {
        file: 'src/db/send-together.ts',
        find: 'await Promise.allSettled(begun);',
        replace: 'await Promise.allSettled(await Promise.all(begun));',
      },
    ],
    caughtBy: ['test/db/transactions.test.ts'],
  },
  {
    name: 'reports a transaction as committed in which a statement failed',
    edits: [
      {
        file: 'src/db/run-transaction.ts',
        find: "if (command !== 'COMMIT') throw",
        replace: "if (command === 'none') throw",
      },
    ],
    caughtBy: ['test/db/transactions.test.ts'],
  },
  {
    name: 'waits for the locks of a transaction without limit',
    edits: [
      {
        file: 'src/db/statement-limits.ts',
        find: "[begin, '; ', limits, more]",
        replace: "[begin, more, '; ', limits]",
      },
    ],
    caughtBy: ['test/db/transactions.test.ts'],
  },
  {
    name: 'starts on a database whose dates it can not read',
    edits: [
      { file: START, find: "if (!date_style.startsWith('ISO')) {", replace: 'if (!date_style) {' },
    ],
    caughtBy: ['test/db/database-settings.test.ts'],
  },
  {
    name: 'takes the end of a wait for a lock for a bug',
    edits: [{ file: 'src/shared/errors.ts', find: '|53...|55P03|', replace: '|53...|' }],
    caughtBy: ['src/shared/errors.test.ts'],
  },
  {
    name: 'logs each failure of a job during an outage as a bug',
    edits: [
      {
        file: 'src/shared/errors.ts',
        find: 'if (refusal?.status === 503) {',
        replace: 'if (refusal && refusal === error && refusal.status === 503) {',
      },
    ],
    caughtBy: ['test/api/job-outages.test.ts'],
  },
  {
    name: 'logs what a failed query was given',
    edits: [
      {
        file: REDACT,
        find: "if (typeof query === 'string') return",
        replace: "if (typeof query === 'number') return",
      },
    ],
    caughtBy: ['src/shared/redact.test.ts', 'test/api/log-secrets.test.ts'],
  },
  {
    name: 'logs the addresses of people',
    edits: [{ file: REDACT, find: "    .replace(EMAIL, '…@')", replace: '' }],
    caughtBy: ['src/shared/redact.test.ts'],
  },
  {
    name: 'lets the sign-in library print what failed',
    edits: [
      {
        file: 'src/features/accounts/auth.ts',
        find: '/login`, throw: true }',
        replace: '/login` }',
      },
    ],
    caughtBy: ['test/api/log-secrets.test.ts'],
  },
  {
    name: 'takes part of a password for a host, and prints it',
    edits: [
      { file: ADDRESS, find: "text.split('@').length > 2", replace: 'false' },
      { file: ADDRESS, find: "hash !== '' || text.includes('#')", replace: 'false' },
      { file: ADDRESS, find: "search.includes('@')", replace: 'false' },
    ],
    caughtBy: ['src/config-database-url.test.ts'],
  },
  {
    name: 'takes a new database that finds no word with letters beyond ASCII',
    edits: [
      {
        file: 'src/server/start/shop-database.ts',
        find: "encoding !== 'UTF8'",
        replace: "encoding === 'LATIN1'",
      },
    ],
    caughtBy: ['test/db/database-settings.test.ts'],
  },
  {
    name: 'takes a new database that finds no word with capital letters beyond ASCII',
    edits: [
      {
        file: 'src/server/start/shop-database.ts',
        find: "lower('Ж') = 'ж' and to_tsvector('simple', 'Ж') =",
        replace: "lower('ж') = 'ж' and to_tsvector('simple', 'ж') =",
      },
    ],
    caughtBy: ['test/db/database-settings.test.ts'],
  },
  {
    name: 'goes on with settings of delivery that a failover lost',
    edits: [
      {
        file: 'src/features/delivery-version.ts',
        find: "version || '@' ||",
        replace: "version || '@' || 0 *",
      },
    ],
    caughtBy: ['test/db/other-server.test.ts'],
  },
];
