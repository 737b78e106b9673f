import type pg from 'pg';
import { guardParser, type ReadingConnection } from './guard-parser.ts';
import { StorableClient } from './storable-client.ts';

/** The private field of pg's connection. */
type Connected = {
  connection: ReadingConnection & { stream: { cork?(): void; uncork?(): void } };
};

/**
 * A connection that sends the statements of one moment in one packet, because each packet wakes the
 * server. It also marks the error of a refused connection with a `syscall`, like the errors of an
 * unreachable server. A server that is starting, or whose database is being restored, refuses
 * connections with codes (55000, 3D000) that are faults of the shop when a statement gets them.
 */
export class ShopClient extends StorableClient {
  #isCorked = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    guardParser((this as unknown as Connected).connection);
  }

  // biome-ignore lint/suspicious/noExplicitAny: one body for the signatures of the library
  override query(statement: any, values?: any, callback?: any): any {
    if (!this.#isCorked) this.#cork();
    return super.query(statement, values, callback);
  }

  #cork(): void {
    const { stream } = (this as unknown as Connected).connection;
    this.#isCorked = true;
    stream.cork?.();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork?.();
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: one body for the signatures of the library
  override connect(done?: any): any {
    if (!done) return super.connect().catch((error: Error) => Promise.reject(ofConnecting(error)));
    super.connect((error: Error | null) => done(error && ofConnecting(error)));
  }
}

function ofConnecting(error: Error): Error {
  return Object.assign(error, { syscall: 'connect' });
}
