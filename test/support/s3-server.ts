/**
 * A bucket behind S3's protocol: signatures are worked out here anew, from Amazon's description and
 * the request as it came; whatever is signed wrongly is refused. Anyone may read an object.
 */
import { createHash, createHmac } from 'node:crypto';
import {
  type Asked,
  type CallResponse,
  type FaultyServer,
  startFaultyServer,
} from './http-server.ts';

export const S3_ACCOUNT = {
  bucket: 'shop-images',
  region: 'eu-test-1',
  accessKeyId: 'AKIDSHOPTESTS',
  secretAccessKey: 'secret/with+odd=characters',
};

export interface StoredObject {
  bytes: Buffer;
  headers: Record<string, string>;
  storedAt: Date;
}

export interface S3Server extends FaultyServer {
  /** By key. */
  objects: Map<string, StoredObject>;
  settings: typeof S3_ACCOUNT & { endpoint: string; publicUrl: string | null };
}

/** `pageSize`: how many objects one list has at most. */
export async function startS3Server({ pageSize = 1_000 } = {}): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const server = await startFaultyServer((asked) => {
    const [, bucket, ...rest] = asked.url.pathname.split('/');
    const key = rest.map(decodeURIComponent).join('/');
    if (bucket !== S3_ACCOUNT.bucket) return refusal(404, 'NoSuchBucket');
    if (asked.method === 'GET' && key) {
      const found = objects.get(key);
      return found
        ? { status: 200, headers: found.headers, body: found.bytes }
        : refusal(404, 'NoSuchKey');
    }
    const wrong = findFault(asked);
    if (wrong) return refusal(403, wrong);
    if (asked.method === 'PUT' && key) {
      const kept = ['content-type', 'cache-control'] as const;
      const headers = Object.fromEntries(kept.map((name) => [name, asked.headers[name] ?? '']));
      objects.set(key, { bytes: asked.body, headers, storedAt: new Date() });
      return { status: 200 };
    }
    if (asked.method === 'DELETE' && key) {
      objects.delete(key);
      return { status: 204 };
    }
    if (asked.method === 'GET' && asked.url.searchParams.get('list-type') === '2') {
      return list(objects, asked.url.searchParams, pageSize);
    }
    return refusal(405, 'MethodNotAllowed');
  });
  return { ...server, objects, settings: { ...S3_ACCOUNT, endpoint: server.url, publicUrl: null } };
}

function list(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  pageSize: number,
): CallResponse {
  // As opaque as the real one, and with what has to be escaped in an address and in XML.
  const after = Buffer.from(query.get('continuation-token')?.slice(3) ?? '', 'base64').toString();
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, pageSize);
  const last = page.at(-1);
  const next =
    last && keys.length > page.length
      ? `<NextContinuationToken>&amp;+/${Buffer.from(last).toString('base64')}</NextContinuationToken>`
      : '';
  const contents = page.map((key) => {
    const at = objects.get(key)?.storedAt.toISOString();
    const escaped = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<Contents><Key>${escaped}</Key><LastModified>${at}</LastModified><Size>1</Size></Contents>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${next}${contents.join('')}</ListBucketResult>`;
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function refusal(status: number, code: string): CallResponse {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` };
}

/** The code of what is wrong with how a request is signed. */
function findFault({ method, url, headers, body }: Asked): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/;
  const found = form.exec(headers.authorization ?? '');
  if (!found) return 'AccessDenied';
  const [, id, day = '', region = '', names = '', signature] = found;
  if (id !== S3_ACCOUNT.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== S3_ACCOUNT.region) return 'AuthorizationHeaderMalformed';
  const header = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ');
  const signed = names.split(';');
  const must = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  if (must.some((name) => !signed.includes(name))) return 'AccessDenied';
  const at = header('x-amz-date');
  const time = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  if (!(Math.abs(Date.now() - time) < 900_000) || !at.startsWith(day))
    return 'RequestTimeTooSkewed';
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (bodyHash !== header('x-amz-content-sha256')) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const lines = signed.map((name) => `${name}:${header(name)}\n`).join('');
  const canonical = [method, path, query, lines, names, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest();
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${S3_ACCOUNT.secretAccessKey}`,
  );
  const right = hmac(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${hash}`).toString('hex');
  return right === signature ? null : 'SignatureDoesNotMatch';
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
