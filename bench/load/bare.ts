import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { abortSignal } from '../abort-signal.ts';

/** A response of the shop as it was sent over the network. */
export interface CallResponse {
  body: Uint8Array;
  headers: Record<string, string>;
}

export interface BareServer {
  origin: string;
  stop(): Promise<void>;
}

/** Starts a process with a bare `node:http` server that sends this response to every request. */
export async function startBareServer(response: CallResponse): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), {
    serialization: 'advanced',
    signal: abortSignal,
  });
  child.on('error', () => undefined);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const asked = once(child, 'message');
  child.send(response);
  const [port] = await Promise.race([
    asked,
    ended.then((code) => {
      throw new Error(`The bare server ended with ${code}.`);
    }),
  ]);
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
