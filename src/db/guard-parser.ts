import type { Socket } from 'node:net';

/** The private part of pg's connection that reads its socket. */
export interface ReadingConnection {
  attachListeners(stream: Socket): void;
}

/** PostgreSQL's SQLSTATE for a violation of its protocol. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Breaks the connection when pg can't read the received bytes. Its parser throws where nobody
 * catches the error, which ends the process. Examples are a sign-in method that pg does not know
 * (`gss`), and a proxy that sends something other than PostgreSQL's protocol.
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
