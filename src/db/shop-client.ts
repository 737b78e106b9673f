import type pg from 'pg';
import { guardParser, type ReadingConnection } from './guard-parser.ts';
import { StorableClient } from './storable-client.ts';

/** The private field of pg's connection. */
type Connected = {
  connection: ReadingConnection & { stream: { cork?(): void; uncork?(): void } };
};

/**
 * A connection that sends the statements of one moment in one packet, because each packet wakes the
 * server. And one whose refusal is told apart from a failed statement: the error has the `syscall`
 * that the errors of an unreachable server have. A server that starts, or whose database is being
 * restored, refuses with codes that in a statement are faults of the shop (55000, 3D000).
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
