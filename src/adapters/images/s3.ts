/**
 * Images as objects of an S3 bucket, at Amazon or a compatible server. All processes of a shop
 * share it, and browsers read from it (or from a CDN in front of it).
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { UPLOADS } from '#shared/renditions.ts';
import { readText } from '../read-text.ts';
import { isTemporary, notResponding } from './not-responding.ts';
import { isPlainName, requirePlainName } from './plain-name.ts';
import type { ImagesPort } from './port.ts';

/** The shop's folder in the bucket. It touches nothing else there. */
const FOLDER = UPLOADS.slice(1);

export interface S3Settings {
  bucket: string;
  region: string;
  /** A compatible server, with the bucket in the path; null for Amazon's. */
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where browsers read the bucket; null for the endpoint itself. */
  publicUrl: string | null;
}

/** How long one call takes at most. */
export interface S3Patience {
  /** The time limit of one attempt. */
  timeoutMs: number;
  attempts: number;
  /** The first wait between attempts. */
  waitMs: number;
  /** The time limit of all attempts together: images of one site wait for one another. */
  totalMs: number;
}

interface Call {
  method: string;
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** Stores images in `uploads/` of a publicly readable bucket. */
export function createS3Images(
  settings: S3Settings,
  patience: S3Patience = { timeoutMs: 10_000, attempts: 3, waitMs: 200, totalMs: 12_000 },
): ImagesPort {
  const base = bucketAddress(settings);
  const servedAt = `${settings.publicUrl ?? base}/${FOLDER}`;
  const ask = createAsk(base, settings, patience);
  return {
    name: 's3',
    where: `bucket ${settings.bucket} at ${new URL(base).host}`,
    servedAt,

    async store({ name, bytes, type }) {
      requirePlainName(name);
      const headers = {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      };
      const body = new Uint8Array(bytes);
      await ask({ method: 'PUT', path: FOLDER + name, headers, body }, [200]);
      return { url: servedAt + name };
    },

    byName: {
      async remove(name) {
        requirePlainName(name);
        await ask({ method: 'DELETE', path: FOLDER + name }, [200, 204, 404]);
      },
      list: (before) => listNames(ask, before),
      // S3 stores an object completely or not at all.
      async tidy() {},
    },
  };
}

/**
 * Repeats a call until there is a response or its time is over; any other status than these is a
 * failure.
 */
type Ask = (call: Call, expected: number[]) => Promise<string>;

function createAsk(
  base: string,
  { accessKeyId, secretAccessKey, region }: S3Settings,
  patience: S3Patience,
): Ask {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });

  async function askOnce({ method, path, query = {}, headers = {}, body }: Call, mostMs: number) {
    const url = `${base}/${path}${Object.keys(query).length ? `?${new URLSearchParams(query)}` : ''}`;
    const request = await client.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256(body) },
      ...(body ? { body } : {}),
      aws: { allHeaders: true },
    });
    const signal = AbortSignal.timeout(Math.ceil(mostMs));
    const response = await fetch(request, { signal, redirect: 'manual' });
    return { status: response.status, text: await readText(response, 'S3') };
  }

  return async (call, expected) => {
    const end = performance.now() + patience.totalMs;
    for (let attempt = 1; ; attempt += 1) {
      const mostMs = Math.min(patience.timeoutMs, Math.max(0, end - performance.now()));
      const response = await askOnce(call, mostMs).catch((error: Error) => error);
      if ('status' in response && expected.includes(response.status)) return response.text;
      const error = failure(call, response);
      if ('status' in response && !isTemporary(response.status)) throw error;
      const waitMs = patience.waitMs * 2 ** (attempt - 1) * (0.5 + Math.random());
      const isLast = attempt === patience.attempts || performance.now() + waitMs >= end;
      if (isLast) throw notResponding(error);
      await sleep(waitMs);
    }
  };
}

/** The names of files that were stored before then, a page at a time. */
async function* listNames(ask: Ask, before: Date): AsyncGenerator<string[]> {
  let token: string | null = null;
  do {
    const query: Record<string, string> = { 'list-type': '2', prefix: FOLDER };
    if (token) query['continuation-token'] = token;
    const page = readPage(await ask({ method: 'GET', path: '', query }, [200]));
    const old = page.files.filter(({ storedAt }) => storedAt < before);
    if (old.length > 0) yield old.map(({ name }) => name);
    token = page.next;
  } while (token);
}

function bucketAddress({ endpoint, bucket, region }: S3Settings): string {
  if (endpoint) return `${endpoint}/${bucket}`;
  // Amazon's certificate does not cover bucket names with a dot.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}

function readPage(xml: string): { files: { name: string; storedAt: Date }[]; next: string | null } {
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, content = '']) => {
    const key = textOf(content, 'Key') ?? '';
    const name = key.startsWith(FOLDER) ? key.slice(FOLDER.length) : '';
    const storedAt = new Date(textOf(content, 'LastModified') ?? Number.NaN);
    return isPlainName(name) ? [{ name, storedAt }] : [];
  });
  return { files, next: textOf(xml, 'NextContinuationToken') };
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function textOf(xml: string, element: string): string | null {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole) ?? null;
}

function failure(call: Call, response: { status: number; text: string } | Error): Error {
  const asked = `${call.method} ${call.path || 'the list'}`;
  if (response instanceof Error)
    return new Error(`S3 did not respond to ${asked}.`, { cause: response });
  const code = textOf(response.text, 'Code') ?? 'no code';
  return new Error(`S3 responded to ${asked} with ${response.status} (${code}).`);
}

function sha256(body: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}
