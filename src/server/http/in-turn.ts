import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hangUp } from './hang-up.ts';

/**
 * How many requests one packet may have. A client that has the last byte of a response may send its
 * next request before the response is ended here. No browser, proxy or usual client sends more
 * requests in one packet.
 */
const MOST_OF_PACKET = 2;

/** The requests of a connection. */
interface Turns {
  isBusy: boolean;
  /** Begins the waiting request. */
  next: (() => void) | null;
  /** The bytes that the connection had received with its latest packet. */
  bytesRead: number;
  /** The requests of that packet. */
  ofPacket: number;
}

/**
 * Begins one request of a connection at a time. Node hands over all requests of a packet. They can
 * be thousands, and Node holds all their responses for a client that may never read them.
 *
 * One request may wait. A connection that sends more is closed. A connection that sends more than
 * `MOST_OF_PACKET` in one packet is closed too, because some requests have their response before
 * Node hands over the next one. Requests of a closed connection are not begun.
 */
export function inTurn(begin: RequestListener): RequestListener {
  // Created once for each connection and not for each request, to save garbage collection.
  const connections = new WeakMap<Socket, Turns>();
  const start = (turns: Turns, request: IncomingMessage, response: ServerResponse) => {
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
      turns = { isBusy: false, next: null, bytesRead: 0, ofPacket: 0 };
      connections.set(socket, turns);
    }
    if (countOfPacket(turns, socket) > MOST_OF_PACKET || turns.next) hangUp(socket);
    else if (turns.isBusy) turns.next = start.bind(null, turns, request, response);
    else start(turns, request, response);
  };
}

/** Counts one more request. The received bytes stay the same while Node parses a packet. */
function countOfPacket(turns: Turns, { bytesRead }: Socket): number {
  turns.ofPacket = bytesRead === turns.bytesRead ? turns.ofPacket + 1 : 1;
  turns.bytesRead = bytesRead;
  return turns.ofPacket;
}
