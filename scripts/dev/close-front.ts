import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ViteDevServer } from 'vite';
import { closeServer } from '#server/http/listen.ts';

/** How long Vite and the open connections may take to close, in milliseconds. */
const GRACE_MS = 1_000;

/**
 * Returns the function that closes Vite and the server in front of it, and then cuts the remaining
 * connections. Vite closes only its own WebSockets, and Node's `closeAllConnections` leaves out
 * upgraded connections. So a connection of another program would keep the process running.
 */
export function createFrontCloser(front: Server): (vite: ViteDevServer) => Promise<void> {
  const sockets = new Set<Socket>();
  front.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async (vite) => {
    await Promise.race([Promise.all([vite.close(), closeServer(front)]), sleep(GRACE_MS)]);
    for (const socket of sockets) socket.destroy();
  };
}
