import { connect, createServer, type Socket } from 'node:net';
import type { Connection } from '#db/client.ts';

/** A line to PostgreSQL that can fall silent without being cut, as with a server that is paused. */
export interface DatabaseProxy {
  connection: Exclude<Connection, string>;
  /** From now on nothing comes through; what was sent meanwhile is lost. */
  silence(): void;
  /** Lets new connections through again. */
  speak(): void;
  /** Whether what one of these texts is in goes no further, and what comes after it. */
  swallow(text: string): void;
  close(): void;
}

export async function openDatabaseProxy(
  target: Exclude<Connection, string>,
  port = 0,
): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let swallowed: string | null = null;
  const server = createServer((client) => {
    const { host, port: targetPort } = target;
    const path = `${host}/.s.PGSQL.${targetPort}`;
    const database = connect(host.startsWith('/') ? { path } : { host, port: targetPort });
    let isMute = false;
    client.on('data', (chunk) => {
      if (swallowed !== null && chunk.includes(swallowed)) isMute = true;
      if (!isSilent && !isMute) database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (!isSilent) client.write(chunk);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  return {
    connection: { ...target, host: '127.0.0.1', port: taken },
    silence() {
      isSilent = true;
    },
    speak() {
      isSilent = false;
      swallowed = null;
    },
    swallow(text) {
      swallowed = text;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
