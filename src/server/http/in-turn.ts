import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of a connection. */
interface Turns {
  isBusy: boolean;
  /** Begins the request that waits. */
  next: (() => void) | null;
}

/**
 * Begins one request of a connection at a time. Node hands over all requests of a packet, which can
 * be thousands, and holds all their responses for a client that may never read them.
 *
 * One request may wait: a client that has the last byte of a response may send its next request
 * before the response is ended here. No browser, proxy or usual client sends more, so a connection
 * that does is closed. Requests of a closed connection are not begun.
 */
export function inTurn(begin: RequestListener): RequestListener {
  // Created once for each connection and not for each request, to save garbage collection.
  const connections = new WeakMap<Socket, Turns>();
  const start = (turns: Turns, ...[request, response]: Parameters<RequestListener>) => {
    if (!request.socket.writable) return;
    turns.isBusy = true;
    response.once('close', () => {
      const { next } = turns;
      turns.isBusy = false;
      turns.next = null;
      next?.();
    });
    begin(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    let turns = connections.get(socket);
    if (!turns) {
      turns = { isBusy: false, next: null };
      connections.set(socket, turns);
    }
    const { isBusy, next } = turns;
    if (!isBusy) start(turns, request, response);
    else if (next) socket.destroy();
    else turns.next = start.bind(null, turns, request, response);
  };
}
