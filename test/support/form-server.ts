import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createApp } from '#server/http/app.ts';
import { closeServer, createShopServer, listen } from '#server/http/listen.ts';
import { findRefusal } from '#shared/errors.ts';
import { visitOf } from '#web/shop-context.ts';
import { type Client, openTestShop, type TestShop } from './shop.ts';

export const FORM = 'application/x-www-form-urlencoded';
export const IMAGE = 'multipart/form-data; boundary=x';

/** A request that was begun: its headers and the first bytes of its body have been sent. */
export interface Begun {
  socket: Socket;
  /** Sends the rest; returns status and body. */
  finish(rest: string | Uint8Array): Promise<{ status: number; body: string }>;
}

/** A shop with a server whose pages respond with who sent which form. */
export interface FormServer {
  shop: TestShop;
  app: ReturnType<typeof createApp>;
  /**
   * The names in the forms that were handled. A form with `hold` and a request with the header
   * `x-hold` are held until the gate opens.
   */
  handled: unknown[];
  /** Lets everything go on that is held or comes later. */
  openGate(): void;
  /** From then on requests are held again. */
  closeGate(): void;
  begin(
    path: string,
    options: { type: string; start: string; length: number; from?: string; client?: Client },
    method?: string,
  ): Promise<Begun>;
  send(path: string, body: string | FormData, headers: Record<string, string>): Promise<Response>;
  /** Where it listens. */
  port: number;
  /** How many connections are open. */
  countOpen(): Promise<number>;
  /** Ends the connections of all requests that were begun. */
  hangUp(): void;
  close(): Promise<void>;
}

export const cookieOf = ({ cookies }: Client) =>
  [...cookies].map((pair) => pair.join('=')).join('; ');

export async function openFormServer(now: () => Date): Promise<FormServer> {
  const shop = await openTestShop({ now });
  const handled: unknown[] = [];
  let gate = Promise.withResolvers<void>();
  const config = { ...shop.context.config, trustedProxies: ['127.0.0.1'] };
  const app = createApp({
    context: { ...shop.context, config },
    async renderPage(request, context) {
      const { actor, readForm } = visitOf(context);
      if (request.headers.has('x-hold')) await gate.promise;
      const read = await readForm().catch((error: unknown) => findRefusal(error));
      const form = read instanceof FormData ? Object.fromEntries(read) : read?.code;
      if (read instanceof FormData) {
        handled.push(read.get('name'));
        if (read.has('hold')) await gate.promise;
      }
      return Response.json({ email: actor.user?.email, form, raw: await request.text() });
    },
  });
  const server = createShopServer(app, config);
  await listen(server, { port: 0, host: '127.0.0.1' });
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    shop,
    app,
    handled,
    port,
    openGate: () => gate.resolve(),
    closeGate() {
      gate = Promise.withResolvers();
    },
    async begin(path, { type, start, length, from = '10.9.9.9', client }, method = 'POST') {
      const headers = [
        `${method} ${path} HTTP/1.1`,
        'Host: shop.test',
        'Origin: http://shop.test',
        'Connection: close',
        `X-Forwarded-For: ${from}`,
        `Content-Type: ${type}`,
        `Content-Length: ${length}`,
        ...(client ? [`Cookie: ${cookieOf(client)}`] : []),
      ];
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      return beginOn(socket, `${headers.join('\r\n')}\r\n\r\n${start}`);
    },
    send: (path, body, headers) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { origin: 'http://shop.test', ...headers },
        body,
        redirect: 'manual',
      }),
    countOpen: () =>
      new Promise((resolve) => server.getConnections((_, number) => resolve(number))),
    hangUp() {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
    async close() {
      await closeServer(server);
      await shop.close();
    },
  };
}

async function beginOn(socket: Socket, start: string): Promise<Begun> {
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(start);
  return {
    socket,
    async finish(rest) {
      socket.write(rest);
      const response = await text(socket);
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? [];
      return { status: Number(status), body: response.slice(response.indexOf('\r\n\r\n') + 4) };
    },
  };
}
