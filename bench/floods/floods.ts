import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends a shop more than it can handle, and counts the statuses of its responses. */
export type Flood = (url: string) => Promise<Record<string, number>>;

const MEGABYTE = 1024 * 1024;
/** The default time for which stalled connections stay open, in milliseconds. */
const STALLED_MS = 4_000;

let networks = 0;
/** A network without earlier requests; the shop has to trust 127.0.0.1 as a proxy. */
function newNetwork(): string {
  networks += 1;
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
}

/** Runs `work` `times` times, `atATime` of them concurrently; `work` returns a status. */
async function repeat(
  times: number,
  atATime: number,
  work: (index: number) => Promise<number | string>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const indices = Array.from({ length: times }, (_, index) => index).values();
  const worker = async () => {
    for (const index of indices) {
      const status = await work(index).catch((error: Error) => error.message);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return counts;
}

const fromNetwork = (url: string) => ({ origin: url, 'x-forwarded-for': newNetwork() });

/** Requests pages with different addresses, so that each is rendered. */
export function pages(times: number, atATime: number): Flood {
  const paths = ['/cloths', '/shoes', '/cloths'];
  return (url) =>
    repeat(times, atATime, async (index) => {
      const path = `${paths[index % paths.length]}?min=1&max=${100 + index}`;
      const response = await fetch(url + path, { headers: { accept: 'text/html' } });
      await response.arrayBuffer();
      return response.status;
    });
}

/** Uploads complete images, or bytes that pretend to be one. */
export function uploads(times: number, atATime: number, files: Buffer[]): Flood {
  return (url) =>
    repeat(times, atATime, async (index) => {
      const form = new FormData();
      const file = files[index % files.length] as Buffer<ArrayBuffer>;
      form.append('image', new File([file], 'image.jpg', { type: 'image/jpeg' }));
      const response = await fetch(`${url}/uploads`, {
        method: 'POST',
        headers: fromNetwork(url),
        body: form,
      });
      await response.arrayBuffer();
      return response.status;
    });
}

/** 8 MB that are no image. */
export const nonsense = () => randomBytes(8 * MEGABYTE);

export function signUps(times: number, atATime: number): Flood {
  return (url) =>
    repeat(times, atATime, async (index) => {
      const email = `flood-${Date.now()}-${index}@example.com`;
      const response = await fetch(`${url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { ...fromNetwork(url), 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Flood', email, password: 'correct-horse-battery' }),
      });
      await response.arrayBuffer();
      return response.status;
    });
}

/**
 * Sends the head of a request and these chunks, as fast as they are read. Never ends the request.
 */
async function stall(url: string, head: string, chunks: Iterable<Buffer>): Promise<Socket> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
  socket.write(head);
  void (async () => {
    for (const chunk of chunks) {
      if (socket.destroyed) return;
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
  })().catch(() => undefined);
  return socket;
}

function headOf(url: string, path: string, type: string, length: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost:${new URL(url).port}\r\nOrigin: ${url}\r\nX-Forwarded-For: ${newNetwork()}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
}

function stalled(
  times: number,
  open: (url: string) => Promise<Socket>,
  stalledMs = STALLED_MS,
): Flood {
  return async (url) => {
    const counts: Record<string, number> = {};
    const sockets: Socket[] = [];
    for (let i = 0; i < times; i += 50) {
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => open(url)))));
    }
    for (const socket of sockets) {
      socket.once('data', (data) => {
        const status = /^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 'other';
        counts[status] = (counts[status] ?? 0) + 1;
      });
    }
    await sleep(stalledMs);
    for (const socket of sockets) socket.destroy();
    return counts;
  };
}

/** Sends forms of 63 KB without their last bytes. */
export function stalledForms(times: number, stalledMs?: number): Flood {
  const body = Buffer.from(`message=${'x'.repeat(63_000)}`);
  const type = 'application/x-www-form-urlencoded';
  const open = (url: string) =>
    stall(url, headOf(url, '/contact', type, 'Content-Length: 64000'), [body]);
  return stalled(times, open, stalledMs);
}

/** Sends 15 KB of headers without their end. */
export function unfinishedHeaders(times: number, stalledMs?: number): Flood {
  const more = Array.from({ length: 96 }, (_, nr) => `X-${nr}: ${'x'.repeat(150)}\r\n`).join('');
  const open = (url: string) =>
    stall(url, `GET / HTTP/1.1\r\nHost: localhost:${new URL(url).port}\r\n${more}`, []);
  return stalled(times, open, stalledMs);
}

/** Sends forms in 60,000 chunks of one byte each, without an end. */
export function crumbledForms(times: number, stalledMs?: number): Flood {
  const body = Buffer.from('1\r\nx\r\n'.repeat(60_000));
  const type = 'application/x-www-form-urlencoded';
  const open = (url: string) =>
    stall(url, headOf(url, '/contact', type, 'Transfer-Encoding: chunked'), [body]);
  return stalled(times, open, stalledMs);
}

/** Sends half of each image of 8 MB. */
export function stalledUploads(times: number): Flood {
  const type = 'multipart/form-data; boundary=x';
  const start =
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  const piece = randomBytes(64 * 1024);
  function* chunks() {
    yield Buffer.from(start);
    for (let i = 0; i < 64; i += 1) yield piece;
  }
  return stalled(times, (url) =>
    stall(url, headOf(url, '/uploads', type, `Content-Length: ${8 * MEGABYTE}`), chunks()),
  );
}
