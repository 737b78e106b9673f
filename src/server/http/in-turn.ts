import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Begins one request of a connection at a time. Node hands over all that a packet holds, which is
 * thousands, and holds the responses of all of them for a client that may never read.
 *
 * One request may wait: a client that has the last byte of a response may send its next request
 * before the response is ended here. No browser, proxy or usual client sends more; whoever does is
 * hung up on. What a closed connection had sent is not begun.
 */
export function inTurn(begin: RequestListener): RequestListener {
  const turns = new WeakMap<Socket, { next: (() => void) | null }>();
  const start: RequestListener = (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    const turn: { next: (() => void) | null } = { next: null };
    turns.set(socket, turn);
    response.once('close', () => {
      turns.delete(socket);
      turn.next?.();
    });
    begin(request, response);
  };
  return (request, response) => {
    const turn = turns.get(request.socket);
    if (!turn) start(request, response);
    else if (turn.next) request.socket.destroy();
    else turn.next = () => start(request, response);
  };
}
