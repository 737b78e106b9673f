/**
 * Several processes of the built shop on one PostgreSQL, a card provider, and the jobs, each a
 * process of its own; between them wires on which faults happen.
 */
import { join } from 'node:path';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';
import type { Random } from '../support/random.ts';
import { AppProcess } from './app-process.ts';
import { bundleProgram } from './bundle.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { Faults } from './faults.ts';
import { Jobs } from './jobs.ts';
import { type Provider, startProvider } from './provider.ts';
import { Wire } from './wire.ts';
import { readDatabase, readProvider } from './wire-readers.ts';

/** The address people type; one for all processes, as behind a load balancer. */
export const ORIGIN = 'http://shop.test';

export interface World {
  folder: string;
  database: DatabaseServer;
  provider: Provider;
  apps: AppProcess[];
  jobs: Jobs;
  faults: Faults;
  wires: Wire[];
  /** Of each process of the shop, in their order, the one to the database. */
  databaseWires: Wire[];
  stop(): Promise<void>;
}

export async function startWorld(random: Random, processes: number): Promise<World> {
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  try {
    const folder = await newDataFolder();
    closers.push(() => removeDataFolder(folder));
    const faults = new Faults(random.fork());
    const database = await startDatabaseServer(folder);
    closers.push(database.stop);
    const keys = { secretKey: 'sk_test_torture', webhookSecret: 'whsec_torture' };
    const provider = await startProvider({
      ...keys,
      journalPath: join(folder, 'provider.jsonl'),
      seed: random.int(1, 1_000_000),
      onFault: (kind) => faults.count(kind),
    });
    closers.push(provider.stop);

    const wires: Wire[] = [];
    const openWire = async (options: ConstructorParameters<typeof Wire>[0]) => {
      const wire = new Wire(options);
      wires.push(wire);
      closers.push(() => wire.close());
      return wire.open();
    };
    const environment = async (
      onHalt: () => void,
      mayHalt: () => boolean,
    ): Promise<Record<string, string>> => {
      const databasePort = await openWire({
        target: { path: database.socket },
        newReader: readDatabase,
        judge: (moment) => faults.judgeDatabase(moment, mayHalt()),
        onHalt,
      });
      const providerPort = await openWire({
        target: { host: '127.0.0.1', port: Number(new URL(provider.url).port) },
        newReader: readProvider,
        judge: (moment) => faults.judgeProvider(moment, mayHalt()),
        onHalt,
      });
      const { user, password, database: name } = database;
      return {
        DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${databasePort}/${name}`,
        DATA_DIR: folder,
        // Each is started after every kill, and much of a start is compiling.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
        BASE_URL: ORIGIN,
        AUTH_SECRET: 'a-secret-for-torture-of-32-characters-or-more',
        ADMIN_EMAILS: '',
        SHOP_ACCESS: 'public',
        // Each customer has an address of their own.
        TRUSTED_PROXIES: '127.0.0.1',
        // A few customers order for hours what they never pay.
        UNPAID_LIMIT_FACTOR: '10000',
        STRIPE_SECRET_KEY: keys.secretKey,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_torture',
        STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
        STRIPE_API_URL: `http://127.0.0.1:${providerPort}`,
      };
    };

    const apps: AppProcess[] = [];
    const databaseWires: Wire[] = [];
    for (let i = 0; i < processes; i += 1) {
      const env = await environment(
        () => apps[i]?.kill(),
        () => apps.filter(({ isUp }) => isUp).length > 1,
      );
      // The one to the database comes first, the one to the provider after it.
      databaseWires.push(...wires.slice(-2, -1));
      const app = await AppProcess.start(folder, env);
      apps.push(app);
      closers.push(() => app.stop());
    }
    provider.tell({ doors: apps.map(({ url }) => url) });
    const program = await bundleProgram('jobs-process.ts');
    closers.push(program.remove);
    const jobs: Jobs = new Jobs(program.path, {
      PATH: process.env.PATH ?? '',
      ...(await environment(
        () => jobs.kill(),
        () => true,
      )),
    });
    closers.push(() => jobs.stop());
    return { folder, database, provider, apps, jobs, faults, wires, databaseWires, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
