import type { Socket } from 'node:net';

/** The private part of pg's connection that begins to read its socket. */
export interface ReadingConnection {
  attachListeners(stream: Socket): void;
}

/** PostgreSQL's SQLSTATE for a violation of its protocol. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Breaks the connection at bytes that pg can't read: its parser throws where nobody catches it, which
 * ends the process. A way to sign in that pg does not know (`gss`) is such a case, and so is a proxy
 * that sends something else than PostgreSQL.
 */
export function guardParser(connection: ReadingConnection): void {
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => {
    const others = stream.listeners('data');
    attach(stream);
    for (const read of stream.listeners('data')) {
      if (others.includes(read)) continue;
      stream.off('data', read as (chunk: Buffer) => void);
      stream.on('data', (chunk) => {
        try {
          read.call(stream, chunk);
        } catch (error) {
          stream.destroy(Object.assign(error as Error, { code: PROTOCOL_VIOLATION }));
        }
      });
    }
  };
}
