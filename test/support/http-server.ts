import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a fake does with the next requests instead of responding. */
export type Fault = { status: number; body?: string } | 'hang' | 'drop';

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface CallResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface FaultyServer {
  url: string;
  /** Every request that came, those that failed included. */
  asked: Asked[];
  /** Fails the next requests in this way; for good without a count. */
  fail(fault: Fault, times?: number): void;
  recover(): void;
  close(): Promise<void>;
}

/** An HTTP server on a free port of this machine that can fail when it is told to. */
export async function startFaultyServer(
  respond: (asked: Asked) => Promise<CallResponse> | CallResponse,
): Promise<FaultyServer> {
  const asked: Asked[] = [];
  let fault: Fault | null = null;
  let left = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // Whoever asked has gone.
    }
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', `http://${headers.host}`);
    const one = { method, url, headers, body: Buffer.concat(chunks) };
    asked.push(one);
    const failing = left > 0 ? fault : null;
    if (failing) left -= 1;
    if (failing === 'hang') return;
    if (failing === 'drop') {
      request.socket.destroy();
      return;
    }
    const {
      status,
      headers: sent = {},
      body = '',
    } = failing ? { ...failing, headers: {} } : await respond(one);
    response.writeHead(status, sent).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail(next, times = Number.POSITIVE_INFINITY) {
      fault = next;
      left = times;
    },
    recover() {
      left = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
