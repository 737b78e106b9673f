import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, silentLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';
import { findBinaries } from './embedded/binaries.ts';
import { type Credentials, claimDatabase } from './embedded/claim.ts';
import { openCluster, removeDrafts } from './embedded/cluster.ts';
import { databaseFolder, locateDataFolder, openDataFolder } from './embedded/data-folder.ts';
import {
  ensurePostmaster,
  findPostmaster,
  type Server,
  type SocketConnection,
  stopPostmaster,
} from './embedded/postmaster.ts';

/** The PostgreSQL that the shop brings along, on a data folder that is this process's alone. */
export interface EmbeddedPostgres {
  connection: SocketConnection;
  /** Where the data is: not always where it was asked for, see `notices`. */
  dataDir: string;
  notices: string[];
  /** Stops PostgreSQL. Close the pools that use it first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Where `package.json` lies: its `node_modules` hold PostgreSQL. */
  projectRoot: string;
  /** Nobody asked for this data folder by name, so another may do. Default: false. */
  isDefaultDataDir?: boolean;
  /** False is for tests: faster, and a power cut may damage the data. Default: true. */
  durable?: boolean;
  /** What a second start on the same folder tells its user about this one. */
  address?: string;
  log?: Log;
  /** PostgreSQL ended and could not be brought back: the shop can't go on. */
  onLost?: (error: unknown) => void;
}

/**
 * Starts the PostgreSQL that came with the shop, or adopts the one that a killed shop has left
 * running on this folder. It listens on a unix socket only. One process at a time gets a folder:
 * others are refused. Every failure that whoever runs the shop can mend is a `StartError`.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { address = '', log = silentLog } = options;
  const { server, path, notices } = await openServer(options);
  const { cluster } = server;
  const claimOptions = { dataDir: path, address };
  let held = await startAndClaim(server, claimOptions);
  await removeDrafts(cluster.folder);

  let stopping = false;
  // PostgreSQL may be killed (by the system, short of memory) while the shop runs: it is brought
  // back, and pools reconnect by themselves, since the socket stays where it was.
  const keepUp = async () => {
    while (!stopping) {
      await held.claim.lost;
      if (stopping) return;
      log.warn('postgres.lost');
      held = await startAndClaim(server, claimOptions);
      log.warn('postgres.back');
    }
  };
  const keeper = keepUp().catch((error) => {
    if (!stopping) options.onLost?.(error);
  });

  return {
    connection: held.connection,
    dataDir: path,
    notices,
    async stop() {
      // Once: after it, the folder may be somebody else's.
      if (stopping) return;
      stopping = true;
      // The claim goes with PostgreSQL and not before, or a second start could get in between.
      await stopPostmaster(server);
      await held.claim.release().catch(() => undefined);
      await keeper;
    },
  };
}

/**
 * The same for a command beside the shop: uses the PostgreSQL of a shop that runs on this folder,
 * without claiming the folder, and leaves it running; starts and stops its own otherwise. Refuses a
 * folder without a database: a command for a shop makes none.
 */
export async function borrowEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { path: folder } = await locateDataFolder(wantedFolder(options));
  if (!existsSync(databaseFolder(folder))) {
    throw new StartError(
      `There is no shop in ${folder}. Set DATA_DIR to your shop's folder or DATABASE_URL to its database, or start a new shop with npm start.`,
    );
  }
  const { server, path, notices } = await openServer(options);
  if ((await findPostmaster(server.cluster)) === null) return startEmbeddedPostgres(options);
  const connection = await ensurePostmaster(server);
  return { connection, dataDir: path, notices, stop: async () => undefined };
}

function wantedFolder({ dataDir, projectRoot, isDefaultDataDir = false }: EmbeddedPostgresOptions) {
  return { dataDir, projectRoot, isDefault: isDefaultDataDir };
}

async function openServer(options: EmbeddedPostgresOptions) {
  const { projectRoot, durable = true } = options;
  const { path, user, notices } = await openDataFolder(wantedFolder(options));
  const binaries = await findBinaries(projectRoot, user);
  const cluster = await openCluster({ dataDir: path, user, binaries, durable });
  const server: Server = { cluster, binaries, user, durable };
  return { server, path, notices };
}

// PostgreSQL may go between its start and the claim, when the shop that ran before is just
// stopping it: then once more from the beginning.
async function startAndClaim(
  server: Server,
  options: { dataDir: string; address: string },
): Promise<{ connection: SocketConnection; claim: Credentials }> {
  for (let attempt = 1; ; attempt += 1) {
    const connection = await ensurePostmaster(server);
    try {
      return { connection, claim: await claimDatabase(connection, options) };
    } catch (error) {
      if (error instanceof StartError || attempt === 5) throw error;
      await sleep(200 * attempt);
    }
  }
}
