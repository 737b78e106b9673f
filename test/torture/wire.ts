/**
 * A TCP proxy between one process of the shop and what it depends on. It sees each request go by and
 * may delay it, cut the line before it arrives, or let it arrive and swallow the response: a process
 * can't tell these from a real network, and a witness can't tell a process that was killed at such a
 * moment from one that died inside. So every named crash point lies on a wire, and the shop's own
 * code has none.
 */
import {
  createServer,
  connect as dial,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is done to one request. `halt…` calls `onHalt`, which kills whoever sent it. */
export type WireFault =
  | { kind: 'delay'; ms: number }
  | { kind: 'cut' }
  | { kind: 'swallow' }
  | { kind: 'refuse'; response: string }
  | { kind: 'halt-before' }
  | { kind: 'halt-after' };

/** Reads what one connection sends; returns the name of what this chunk does, if it has one. */
export type WireReader = (chunk: Buffer) => string | null;

export interface WireOptions {
  target: NetConnectOpts;
  newReader: () => WireReader;
  /** Decides about each request; `moment` is null for one without a name. */
  judge: (moment: string | null) => WireFault | null;
  onHalt: () => void;
}

export class Wire {
  readonly #options: WireOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isAway = false;

  constructor(options: WireOptions) {
    this.#options = options;
    this.#server = createServer((client) => this.#join(client));
  }

  /** Returns the port. */
  open(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.on('error', reject).listen(0, '127.0.0.1', () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  }

  /** Cuts every connection there is; new ones may be made. Returns how many were cut. */
  cutAll(): number {
    const cut = this.#sockets.size;
    for (const socket of this.#sockets) socket.destroy();
    return Math.ceil(cut / 2);
  }

  /** Cuts every connection, and takes no other one until it is called off. */
  goAway(): () => void {
    this.#isAway = true;
    this.cutAll();
    return () => {
      this.#isAway = false;
    };
  }

  close(): void {
    this.#server.close();
    this.cutAll();
  }

  #join(client: Socket): void {
    if (this.#isAway) {
      client.destroy();
      return;
    }
    const server = dial(this.#options.target);
    const read = this.#options.newReader();
    let onResult: (() => void) | null = null;
    const hangUp = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', hangUp);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        hangUp();
      });
    }
    let late: Promise<void> | null = null;
    const forward = (chunk: Buffer): void => {
      const fault = this.#options.judge(read(chunk));
      switch (fault?.kind) {
        case 'delay':
          late = sleep(fault.ms).then(() => {
            late = null;
            server.write(chunk);
          });
          return;
        case 'cut':
          hangUp();
          return;
        case 'refuse':
          client.end(fault.response);
          server.destroy();
          return;
        case 'halt-before':
          this.#options.onHalt();
          hangUp();
          return;
        case 'halt-after':
          onResult = () => {
            this.#options.onHalt();
            hangUp();
          };
          break;
        case 'swallow':
          onResult = hangUp;
          break;
      }
      server.write(chunk);
    };
    client.on('data', (chunk) => {
      if (late) late = late.then(() => forward(chunk));
      else forward(chunk);
    });
    server.on('data', (chunk) => {
      if (onResult) onResult();
      else if (!client.destroyed) client.write(chunk);
    });
  }
}
