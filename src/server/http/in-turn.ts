import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** The requests of a connection. */
interface Turns {
  isBusy: boolean;
  /** Begins the request that waits. */
  next: (() => void) | null;
}

/**
 * Begins one request of a connection at a time. Node hands over all that a packet holds, which is
 * thousands, and holds the responses of all of them for a client that may never read.
 *
 * One request may wait: a client that has the last byte of a response may send its next request
 * before the response is ended here. No browser, proxy or usual client sends more; whoever does is
 * hung up on. What a closed connection had sent is not begun.
 */
export function inTurn(begin: RequestListener): RequestListener {
  // Written once for each connection, not at each request: that is work for the garbage collector.
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
