/**
 * Node parses the rest of a packet although its connection is closed: some 30 ms for thousands of
 * requests, and 15 ms for ten thousand chunks of a body. A parser that is removed ends at once.
 */
import type { Socket } from 'node:net';

/** Closes the connection at once. */
export function closeConnection(socket: Socket): void {
  endParsing(socket);
  socket.destroy();
}

/** Closes the connection after everything that was written is sent. */
export function closeConnectionAfterResponse(socket: Socket): void {
  endParsing(socket);
  socket.destroySoon();
}

function endParsing(socket: Socket): void {
  const { parser } = socket as {
    parser?: { onIncoming: () => number; remove: () => void } | null;
  };
  if (!parser) return;
  // Earlier versions of Node go on after that. For them, returning 2 says that the rest is not
  // HTTP.
  parser.onIncoming = () => 2;
  parser.remove();
}
