import { get } from 'node:http';
import type { CallResponse } from './bare.ts';

// Headers that Node writes itself, or that belong to one connection.
const NOT_COPIED = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
]);

/**
 * Requests once and returns the response: the bytes as sent, compressed or not, and the headers.
 */
export function takeResponse(url: string, headers: Record<string, string>): Promise<CallResponse> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject).on('end', () => {
        if (response.statusCode !== 200) {
          return reject(new Error(`${url} returned status ${response.statusCode}.`));
        }
        const names = Object.keys(response.headers).filter((name) => !NOT_COPIED.has(name));
        resolve({
          body: Buffer.concat(pieces),
          headers: Object.fromEntries(names.map((name) => [name, String(response.headers[name])])),
        });
      });
    });
    asked.on('error', reject);
  });
}
