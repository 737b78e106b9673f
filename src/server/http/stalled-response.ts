import type { Socket } from 'node:net';

/**
 * Hangs up on a client that has not read anything of its responses for `stallMs`, or for up to twice
 * that. What the client sends meanwhile does not count, as it would with the timeout of a socket. One
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

/** Differs when some of what waits has been sent. */
function progressOf(socket: Socket): string {
  // How much of a large write is left only the handle knows.
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten} ${socket.writableLength} ${handle?.writeQueueSize}`;
}
