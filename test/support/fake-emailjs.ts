/** EmailJS's form call on this machine, as its documentation and its library have it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface EmailjsResponse {
  status: number;
  text: string;
}

export interface EmailjsFake {
  url: string;
  /** The fields of every call that came in, the oldest first, with the path. */
  received: { path: string; fields: [string, string][] }[];
  /** The response to what comes next; null: not at all. */
  respondNext(response: EmailjsResponse | null): void;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export const EMAILJS_TOKEN = 'private-key-of-emailjs';

export async function startEmailjsFake(): Promise<EmailjsFake> {
  const received: EmailjsFake['received'] = [];
  const returns: (EmailjsResponse | null)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const next = returns.length > 0 ? returns.shift() : { status: 200, text: 'OK' };
    if (!next) return;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const fields = [...form].map(([name, value]): [string, string] => [name, String(value)]);
    if (next.status === 200 || next.text === 'OK') {
      received.push({ path: `${request.method} ${request.url}`, fields });
    }
    response.writeHead(next.status, { Location: '/elsewhere' }).end(next.text);
  });
  let port = 0;
  const comeBack = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const goAway = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await comeBack();
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    respondNext: (response) => returns.push(response),
    goAway,
    comeBack,
    close: goAway,
  };
}
