import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerType, serve } from '@hono/node-server';
import { errorCode, StartError } from '#shared/start-error.ts';

/** Requests in flight get that long to finish when the shop stops. */
const GRACE_MS = 10_000;

/** Serves the app at this port, on every address of the machine. */
export function listen(
  app: Pick<Parameters<typeof serve>[0], 'fetch'>,
  port: number,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port }, () => {
      server.off('error', refuse);
      resolve(server);
    });
    const refuse = (error: Error) => reject(portError(error, port));
    server.on('error', refuse);
  });
}

function portError(error: Error, port: number): Error {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is taken by another program. Set PORT to another one.`, {
      cause: error,
    });
  }
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} needs rights that this user does not have. Set PORT to one above 1023.`,
      { cause: error },
    );
  }
  return error;
}

/** Takes no more connections, lets requests in flight finish, then cuts off what is left. */
export async function closeServer(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = Date.now() + GRACE_MS;
  // A browser keeps its connection open after the answer; it would hold up the end for nothing.
  const http = server as Server;
  while (!(await Promise.race([closed.then(() => true), sleep(50)]))) {
    http.closeIdleConnections();
    if (Date.now() > deadline) http.closeAllConnections();
  }
}
