import type { Socket } from 'node:net';

/**
 * Closes the connection of a client that has read nothing of its responses for `stallMs`, or up to
 * twice that. Data that the client sends does not count; it would with a socket's timeout. One
 * timer serves all responses of a connection.
 */
export function endWhenStalled(socket: Socket, stallMs: number): void {
  let last = '';
  const timer = setInterval(() => {
    const now = progressOf(socket);
    if (socket.writableLength > 0 && now === last) socket.destroy();
    last = now;
  }, stallMs);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}

/** Changes when some of the waiting data has been sent. */
function progressOf(socket: Socket): string {
  // Only the handle knows how much of a large write is left.
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten} ${socket.writableLength} ${handle?.writeQueueSize}`;
}
