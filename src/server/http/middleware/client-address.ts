import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { CLIENT_ADDRESS_HEADER } from '#features/accounts/sign-in-rate-limits.ts';
import type { AppEnv } from '#features/app-env.ts';
import type { Log } from '#shared/log.ts';
import { addressList, LOOPBACK, plainAddress } from '../address-list.ts';

/**
 * Returns a function that finds the client's address. It is the socket's address, unless that is a
 * trusted proxy. Then it is the last address in X-Forwarded-For that is not a trusted proxy.
 * Clients can write everything to the left of it, so the shop never uses that, even when this
 * address can't be read. `trustedProxies` holds addresses and networks such as 10.0.0.0/8.
 */
export function addressFinder(
  trustedProxies: string[],
): (remoteAddress: string | undefined, forwardedFor: string | undefined) => string {
  const trusted = addressList(trustedProxies);
  return (remoteAddress, forwardedFor = '') => {
    const socket = plainAddress(remoteAddress ?? '127.0.0.1');
    if (!trusted(socket)) return socket;
    const hops = forwardedFor
      .split(',')
      .map((hop) => plainAddress(withoutPort(hop.trim())))
      .reverse();
    const guest = hops.find((hop) => !trusted(hop)) ?? '';
    return isIP(guest) === 0 ? socket : guest;
  };
}

/** Some proxies write ports: '203.0.113.9:4711', '[2001:db8::1]:443'. */
function withoutPort(hop: string): string {
  return (
    /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(hop)?.slice(1).find(Boolean) ?? hop
  );
}

/** Puts the client's address into the context and the shop's own header. */
export function clientAddress(trustedProxies: string[], log: Log) {
  const trusted = addressList(trustedProxies);
  const find = addressFinder(trustedProxies);
  const isNear = addressList([...LOOPBACK, ...PRIVATE]);
  let isWarned = false;
  return createMiddleware<AppEnv>(async (c, next) => {
    const socket = plainAddress(c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1');
    const header = c.req.header('x-forwarded-for');
    // Anyone can send the header, so it warns only once for each process. When proxies are trusted,
    // it warns only about an address that a proxy of the owner may have.
    const isSuspect = !trusted(socket) && (trustedProxies.length === 0 || isNear(socket));
    if (header !== undefined && isSuspect && !isWarned) {
      isWarned = true;
      log.warn('proxy.untrusted', {
        proxy: socket,
        why: 'Requests carry X-Forwarded-For from an address that is not in TRUSTED_PROXIES, so everybody behind the proxy counts as one address. If the proxy is yours, add its address to TRUSTED_PROXIES.',
      });
    }
    const address = find(socket, header);
    c.set('clientAddress', address);
    const { headers } = c.req.raw;
    for (const name of CLIENT_HEADERS) headers.delete(name);
    headers.set(CLIENT_ADDRESS_HEADER, address);
    await next();
  });
}

/** Networks without public addresses, where an owner's proxy may be. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

// Headers that any client can write. The sign-in library reads only the shop's own header.
const CLIENT_HEADERS = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'cf-connecting-ip',
];
