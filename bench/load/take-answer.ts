import { get } from 'node:http';
import type { Answer } from './bare.ts';

// What a server of Node writes by itself, or what belongs to one connection.
const NOT_COPIED = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);

/** Asks once and keeps the answer: the bytes as they came, compressed or not, and the headers. */
export function takeAnswer(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode !== 200) {
          return reject(new Error(`${url} answered ${answer.statusCode}.`));
        }
        const names = Object.keys(answer.headers).filter((name) => !NOT_COPIED.has(name));
        resolve({
          body: Buffer.concat(pieces),
          headers: Object.fromEntries(names.map((name) => [name, String(answer.headers[name])])),
        });
      });
    });
    asked.on('error', reject);
  });
}
