import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { closeConnection } from './close-connection.ts';

/**
 * How many requests one packet may have. A client that has the last byte of a response may send its
 * next request before the response is ended here. No browser, proxy or usual client sends more
 * requests in one packet.
 */
const MAX_PER_PACKET = 2;

/** The requests of a connection. */
interface ConnectionState {
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
 * `MAX_PER_PACKET` in one packet is closed too, because some requests have their response before
 * Node hands over the next one. Requests of a closed connection are not begun.
 */
export function oneRequestAtATime(begin: RequestListener): RequestListener {
  // Created once for each connection and not for each request, to save garbage collection.
  const connections = new WeakMap<Socket, ConnectionState>();
  const start = (state: ConnectionState, request: IncomingMessage, response: ServerResponse) => {
    if (!request.socket.writable) return;
    state.isBusy = true;
    response.once('close', () => {
      const { next } = state;
      state.isBusy = false;
      state.next = null;
      next?.();
    });
    begin(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    let state = connections.get(socket);
    if (!state) {
      state = { isBusy: false, next: null, bytesRead: 0, ofPacket: 0 };
      connections.set(socket, state);
    }
    if (countOfPacket(state, socket) > MAX_PER_PACKET || state.next) closeConnection(socket);
    else if (state.isBusy) state.next = start.bind(null, state, request, response);
    else start(state, request, response);
  };
}

/** Counts one more request. The received bytes stay the same while Node parses a packet. */
function countOfPacket(state: ConnectionState, { bytesRead }: Socket): number {
  state.ofPacket = bytesRead === state.bytesRead ? state.ofPacket + 1 : 1;
  state.bytesRead = bytesRead;
  return state.ofPacket;
}
