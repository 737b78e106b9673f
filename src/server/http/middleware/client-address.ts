import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { CLIENT_ADDRESS_HEADER } from '#features/accounts/sign-in-limits.ts';
import type { AppEnv } from '#features/app-env.ts';
import type { Log } from '#shared/log.ts';
import { addressList, plainAddress } from '../address-list.ts';

/**
 * Finds the client's address: the socket's address, or, when that is a trusted proxy, the last
 * address in X-Forwarded-For that is not one. Clients can write everything to the left of it, so
 * the shop never uses that, even when this address can't be read. `trustedProxies` holds addresses
 * and networks such as 10.0.0.0/8.
 */
export function clientAddress(trustedProxies: string[], log: Log) {
  const trusted = addressList(trustedProxies);
  let isWarned = trustedProxies.length > 0;
  return createMiddleware<AppEnv>(async (c, next) => {
    const socket = plainAddress(c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1');
    const header = c.req.header('x-forwarded-for');
    if (header !== undefined && !isWarned) {
      // Warns once for each process, because anyone can send the header.
      isWarned = true;
      log.warn('proxy.untrusted', {
        proxy: socket,
        why: 'Requests carry X-Forwarded-For, but no proxy is trusted, so everybody behind the proxy counts as one address. If the proxy is yours, add its address to TRUSTED_PROXIES.',
      });
    }
    const hops = (trusted(socket) ? (header ?? '') : '')
      .split(',')
      .map((hop) => plainAddress(hop.trim()))
      .reverse();
    const guest = hops.find((hop) => !trusted(hop)) ?? '';
    const address = isIP(guest) === 0 ? socket : guest;
    c.set('clientAddress', address);
    const { headers } = c.req.raw;
    for (const name of CLIENT_HEADERS) headers.delete(name);
    headers.set(CLIENT_ADDRESS_HEADER, address);
    await next();
  });
}

// Headers that any client can write. The sign-in library reads only the shop's own header.
const CLIENT_HEADERS = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-client-ip',
  'cf-connecting-ip',
];
