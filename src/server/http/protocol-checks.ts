import type { IncomingMessage, ServerResponse } from 'node:http';

/** The only expectation that exists, as Node matches it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/**
 * How many headers a request may have. Short ones take up to six times their bytes in memory.
 * Browsers and proxies send fewer than forty.
 */
export const MAX_HEADERS = 100;

/**
 * Refuses a request that has too many headers, that names no host, several or an impossible one,
 * that has credentials in its target, or that expects something unknown; false when it did.
 * A client that waits for permission to send its body gets it.
 */
export function passesProtocolChecks(
  { url = '', headers, rawHeaders, httpVersion }: IncomingMessage,
  response: ServerResponse,
): boolean {
  // Newer versions of Node refuse them themselves, while they arrive.
  if (rawHeaders.length > 2 * MAX_HEADERS) return refuse(response, 431);
  if (hasTwoHosts(rawHeaders) || !isHost(headers.host) || hasCredentials(url)) {
    return refuse(response, 400);
  }
  // Node stays on HTTP. But it would read no further request, and would discard everything else
  // that is sent.
  if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
  if (httpVersion !== '1.1') return true;
  if (headers.host === undefined) return refuse(response, 400);
  if (headers.expect === undefined) return true;
  if (!CONTINUE.test(headers.expect)) return refuse(response, 417);
  response.writeContinue();
  return true;
}

/**
 * False for a host that no address can have, such as '1.2.3.4.5'. The address of its request could
 * not be read later, where that is an error of the shop.
 */
function isHost(host: string | undefined): boolean {
  return !host || URL.canParse(`http://${host}`);
}

/** Whether a whole address in the first line has a name or password: no `Request` can be made of it. */
function hasCredentials(target: string): boolean {
  if (target.startsWith('/') || !URL.canParse(target)) return false;
  const { username, password } = new URL(target);
  return username !== '' || password !== '';
}

/** `headers` has only the first host. Another program may have read the second one. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuse(response: ServerResponse, status: number): false {
  response.writeHead(status, { Connection: 'close' }).end();
  return false;
}
