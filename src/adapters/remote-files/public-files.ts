/**
 * Fetches files only from the public internet (against server-side request forgery). An address
 * whose name leads to this machine or its networks is refused, and so is a redirect to one. The
 * name is looked up once for each connection, and every result is checked. The connection goes to a
 * checked result, so that a second look-up can't lead elsewhere.
 */
import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookUp } from './look-up.ts';
import { RemoteFileError, type RemoteFilesPort } from './port.ts';
import { isPublicAddress } from './public-addresses.ts';

const MAX_REDIRECTS = 5;
const ATTEMPTS = 3;
const LONGEST_ADDRESS = 2_000;

interface Options {
  /** Whether this address and port may be connected to. */
  isAllowed?: (address: string, port: number) => boolean;
  /** The name servers to ask; by default those of the machine. */
  nameServers?: string[];
  /** The time limit for a whole file, including redirects, in milliseconds. */
  limitMs?: number;
  /** The pause before the second attempt, in milliseconds. Before the third it is twice as long. */
  pauseMs?: number;
}

const isPublicSite = (address: string, port: number) =>
  (port === 80 || port === 443) && isPublicAddress(address);

export function createPublicFiles(options: Options = {}): RemoteFilesPort {
  const { isAllowed = isPublicSite, nameServers, limitMs = 30_000, pauseMs = 1_000 } = options;
  const follow = async (url: string, mostBytes: number, limit: AbortSignal) => {
    let address = parse(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const response = await ask(address, nameServers, isAllowed, limit);
      const location = redirectOf(response);
      if (location === null) return readBody(response, mostBytes);
      response.destroy();
      address = parse(location, address);
    }
    throw new RemoteFileError(`${host(url)} redirects too often.`);
  };
  const once = (url: string, mostBytes: number, signal: AbortSignal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    return unlessAborted(follow(url, mostBytes, limit), limit);
  };
  return {
    async fetch(url, { mostBytes, signal }) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(url, mostBytes, signal);
        } catch (error) {
          if (signal.aborted) throw error;
          const failure = asFailure(error, url);
          if (!failure.isTemporary || attempt === ATTEMPTS) throw failure;
          await sleep(pauseMs * attempt, undefined, { signal });
        }
      }
    },
  };
}

/**
 * Parses an address as browsers do, so that a number such as 2130706433 becomes an IPv4 address.
 */
function parse(text: string, base?: URL): URL {
  const url = text.length <= LONGEST_ADDRESS ? URL.parse(text, base) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (isPlain) return url;
  throw new RemoteFileError(`${text.slice(0, 100)} is not a web address.`);
}

function ask(
  url: URL,
  nameServers: string[] | undefined,
  isAllowed: NonNullable<Options['isAllowed']>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const name = url.hostname.replace(/^\[|\]$/g, '');
  // An IP address is not looked up.
  const isRefused = isIP(name) ? !isAllowed(name, port) : isOfThisMachine(name);
  const refusal = (addresses: string[]) => refused(url.hostname, addresses, port);
  if (isRefused) return Promise.reject(refusal([name]));
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      // Each request has its own connection, so that none goes to an address that was not checked.
      agent: false,
      lookup: checkedLookup(
        (host) => lookUp(host, signal, nameServers),
        (found) => isAllowed(found, port),
        refusal,
      ),
      signal,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Online-Shop' },
    });
    sent.on('upgrade', (response, socket) => {
      socket.destroy();
      reject(responded(response));
    });
    // Whatever a server does, the request settles. After another event this does nothing.
    sent.on('close', () => reject(new Error('The connection closed without a response.')));
    sent.on('response', resolve).on('error', reject).end();
  });
}

/** Whether the name always stands for this machine (RFC 6761), whatever a name server says. */
function isOfThisMachine(name: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(name);
}

/** The most addresses of a name. Each is checked, and a name server can return thousands. */
const MAX_ADDRESSES = 64;

/** Looks a name up, and fails when one of its addresses may not be connected to. */
function checkedLookup(
  find: (name: string) => Promise<LookupAddress[]>,
  isAllowed: (address: string) => boolean,
  refusal: (addresses: string[]) => RemoteFileError,
): LookupFunction {
  const check = async (name: string) => {
    const addresses = await find(name);
    if (addresses.length > MAX_ADDRESSES) throw crowded(name);
    if (addresses.every((one) => isAllowed(one.address))) return addresses;
    throw refusal(addresses.map(({ address }) => address));
  };
  return (name, options, done) => {
    check(name).then(
      (addresses) => {
        if (options.all) return done(null, addresses);
        const [first] = addresses;
        done(null, first?.address ?? '', first?.family);
      },
      (error) => done(error, ''),
    );
  };
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) ? (headers.location ?? '') : null;
}

async function readBody(response: IncomingMessage, mostBytes: number): Promise<Uint8Array> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) {
    response.destroy();
    throw responded(response);
  }
  const tooLarge = () =>
    new RemoteFileError(`The file is larger than ${Math.floor(mostBytes / 1024 / 1024)} MB.`);
  if (Number(headers['content-length'] ?? 0) > mostBytes) {
    response.destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function responded({ statusCode = 0 }: IncomingMessage): RemoteFileError {
  const isTemporary = statusCode >= 500 || statusCode === 429 || statusCode === 408;
  return new RemoteFileError(`The server responded with ${statusCode}.`, { isTemporary });
}

/** The result of the work. Rejects as soon as the signal aborts, whatever the work waits for. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      const { reason } = signal;
      reject(reason instanceof Error ? reason : new Error('Called off.', { cause: reason }));
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function asFailure(error: unknown, url: string): RemoteFileError {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof RemoteFileError) return e;
  const tookTooLong = isTimeout(error);
  return new RemoteFileError(
    tookTooLong ? `${host(url)} took too long.` : `${host(url)} can't be reached.`,
    { isTemporary: true, isTimeout: tookTooLong, cause: error },
  );
}

/** Whether a time limit was exceeded: that of a fetch, a look-up or a connection. */
function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (/Abort|Timeout/.test(error.name) || /^ETIME(?:D)?OUT$/.test(code ?? '')) return true;
  return isTimeout(error.cause);
}

function host(url: string): string {
  return URL.parse(url)?.hostname ?? 'The address';
}

function crowded(name: string): RemoteFileError {
  return new RemoteFileError(
    `${name} has more than ${MAX_ADDRESSES} addresses, so the shop does not fetch from it.`,
  );
}

/** Why these addresses of a host may not be connected to. Of public ones, it is the port. */
function refused(name: string, addresses: string[], port: number): RemoteFileError {
  const isPort = addresses.every((one) => isIP(one) > 0 && isPublicAddress(one));
  return new RemoteFileError(
    isPort
      ? `${name} is asked at port ${port}, and the shop fetches only from ports 80 and 443.`
      : `${name} is no public address, so the shop does not fetch from it.`,
  );
}
