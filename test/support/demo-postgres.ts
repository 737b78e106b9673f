import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';
import { DEMO } from './demo-databases.ts';
import { copyDemo } from './demo-folder.ts';
import startPostgres, { TEMPLATE } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    demo: string;
  }
}

/**
 * Starts one PostgreSQL for tests that start shops. Where `npm test` keeps a demo shop, this one has a
 * database of it to copy: then a shop has neither to migrate nor to load its goods. `demo` names the
 * database that shops begin with.
 */
export default async function startDemoPostgres(project: TestProject) {
  const dataDir = await newDataFolder();
  if (!(await copyDemo(dataDir))) {
    await removeDataFolder(dataDir);
    project.provide('demo', TEMPLATE);
    return startPostgres(project);
  }
  const projectRoot = process.cwd();
  const postgres = await startEmbeddedPostgres({ dataDir, projectRoot, durable: false });
  project.provide('postgres', postgres.connection);
  project.provide('demo', DEMO);
  return async () => {
    await postgres.stop();
    await removeDataFolder(dataDir);
  };
}
