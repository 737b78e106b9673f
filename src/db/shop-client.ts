import { StorableClient } from './storable-client.ts';

/**
 * A connection whose refusal is told apart from a failed statement: the error has the `syscall`
 * that the errors of an unreachable server have. A server that starts, or whose database is being
 * restored, refuses with codes that in a statement are faults of the shop (55000, 3D000).
 */
export class ShopClient extends StorableClient {
  // biome-ignore lint/suspicious/noExplicitAny: one body for the signatures of the library
  override connect(done?: any): any {
    if (!done) return super.connect().catch((error: Error) => Promise.reject(ofConnecting(error)));
    super.connect((error: Error | null) => done(error && ofConnecting(error)));
  }
}

function ofConnecting(error: Error): Error {
  return Object.assign(error, { syscall: 'connect' });
}
