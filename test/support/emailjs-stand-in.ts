/** EmailJS's form call on this machine, as its documentation and its library have it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface EmailjsAnswer {
  status: number;
  text: string;
}

export interface EmailjsStandIn {
  url: string;
  /** The fields of every call that came in, the oldest first, with the path. */
  received: { path: string; fields: [string, string][] }[];
  /** What comes next is answered so; null: not at all. */
  answerNext(answer: EmailjsAnswer | null): void;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export const EMAILJS_TOKEN = 'private-key-of-emailjs';

export async function startEmailjsStandIn(): Promise<EmailjsStandIn> {
  const received: EmailjsStandIn['received'] = [];
  const answers: (EmailjsAnswer | null)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = answers.length > 0 ? answers.shift() : { status: 200, text: 'OK' };
    if (!answer) return;
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    const fields = [...form].map(([name, value]): [string, string] => [name, String(value)]);
    if (answer.status === 200 || answer.text === 'OK') {
      received.push({ path: `${request.method} ${request.url}`, fields });
    }
    response.writeHead(answer.status, { Location: '/elsewhere' }).end(answer.text);
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
    answerNext: (answer) => answers.push(answer),
    goAway,
    comeBack,
    close: goAway,
  };
}
