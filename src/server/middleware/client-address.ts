import { isIP } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { CLIENT_ADDRESS_HEADER } from '#features/accounts/auth.ts';
import type { AppEnv } from '#features/app-env.ts';

/**
 * Finds out who asks: the socket's address, or, when that is a trusted proxy, the last address in
 * X-Forwarded-For that is not one. What strangers write into that header (everything to the left
 * of it) is never believed, also not when that address can't be read.
 */
export function clientAddress(trustedProxies: string[]) {
  const trusted = new Set(trustedProxies);
  return createMiddleware<AppEnv>(async (c, next) => {
    const socket = plain(c.env?.incoming?.socket?.remoteAddress ?? '127.0.0.1');
    const forwarded = trusted.has(socket) ? (c.req.header('x-forwarded-for') ?? '') : '';
    const hops = forwarded
      .split(',')
      .map((hop) => plain(hop.trim()))
      .reverse();
    const stranger = hops.find((hop) => !trusted.has(hop)) ?? '';
    const address = isIP(stranger) === 0 ? socket : stranger;
    c.set('clientAddress', address);
    const { headers } = c.req.raw;
    for (const name of CLAIMS) headers.delete(name);
    headers.set(CLIENT_ADDRESS_HEADER, address);
    await next();
  });
}

// What anyone can write; sign-in reads our header alone.
const CLAIMS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip'];

// An IPv4 client of a socket that speaks both is '::ffff:10.0.0.1'.
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '');
}
