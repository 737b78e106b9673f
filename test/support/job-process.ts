// Runs the jobs of staff on a database as a process of its own, which a test kills. Its argument is
// the database's connection.
import { openDatabase } from '#db/client.ts';
import { runNextJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { createContext } from '#server/start/create-context.ts';
import { jsonLog } from '#shared/log.ts';
import { testConfig } from './test-config.ts';

const database = openDatabase(JSON.parse(process.argv[2] ?? ''));
const { ctx } = await createContext({
  config: testConfig(),
  database,
  dataDir: process.argv[3] ?? '',
  authSecret: 'a-secret-for-tests-of-32-characters-or-more',
  log: jsonLog,
});
process.stdout.write('ready\n');
await runNextJob(ctx, jobRunners, new AbortController().signal);
process.stdout.write('done\n');
await database.close();
