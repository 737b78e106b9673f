import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Log, silentLog } from '#shared/log.ts';
import { StartError } from '#shared/start-error.ts';
import { findBinaries } from './embedded/binaries.ts';
import { claimDatabase, type DataFolderClaim } from './embedded/claim.ts';
import { openCluster, removeDrafts } from './embedded/cluster.ts';
import { databaseFolder, locateDataFolder, openDataFolder } from './embedded/data-folder.ts';
import {
  ensurePostmaster,
  findPostmaster,
  type Server,
  type SocketConnection,
  stopPostmaster,
} from './embedded/postmaster.ts';

/** The PostgreSQL that comes with the shop, on a data folder that only this process uses. */
export interface EmbeddedPostgres {
  connection: SocketConnection;
  /** Where the data is. It may differ from the requested folder: see `notices`. */
  dataDir: string;
  notices: string[];
  /** Stops PostgreSQL. Close its pools first. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** The folder of `package.json`. Its `node_modules` hold PostgreSQL. */
  projectRoot: string;
  /**
   * Whether the data folder is the default, so that another one may be used instead. Default:
   * false.
   */
  isDefaultDataDir?: boolean;
  /** False only in tests. It is faster, but a power failure may damage the data. Default: true. */
  durable?: boolean;
  /** The address of this shop, for the message of a second start on the same folder. */
  address?: string;
  log?: Log;
  /** Runs when PostgreSQL ended and could not be restarted. The shop can't continue. */
  onLost?: (error: unknown) => void;
}

/**
 * Starts the PostgreSQL that comes with the shop, or adopts one that a killed shop left running on
 * this folder. It listens on a unix socket only. One process at a time may use a folder; others are
 * refused. Every failure that the operator can fix is a `StartError`.
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
  // When PostgreSQL is killed (by a system short of memory) it is restarted. Pools reconnect,
  // because the socket has the same path.
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
      // It stops only once, because another shop may use the folder afterwards.
      if (stopping) return;
      stopping = true;
      // The claim ends together with PostgreSQL. If it was released earlier, a second shop could
      // start.
      await stopPostmaster(server);
      await held.claim.release().catch(() => undefined);
      await keeper;
    },
  };
}

/**
 * Opens the PostgreSQL of a data folder for a command next to the shop. Uses the one of a running
 * shop without claiming the folder, and leaves it running. Otherwise starts PostgreSQL and stops it
 * at the end. Refuses a folder without a database, because a command must not create one.
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

// PostgreSQL may stop between its start and the claim, because an earlier shop is just stopping it.
// Then this starts it again.
async function startAndClaim(
  server: Server,
  options: { dataDir: string; address: string },
): Promise<{ connection: SocketConnection; claim: DataFolderClaim }> {
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
