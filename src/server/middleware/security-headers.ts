import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';

export interface SecurityOptions {
  imageSources: string[];
  https: boolean;
  /** The card provider's script, which fetches and frames from its own hosts; null for none. */
  provider: string | null;
}

const NONCE_BYTES = 16;
/** Where the nonce goes in the policy. */
const NONCE = '{nonce}';
let drawn = Buffer.alloc(0);
let at = 0;

/** Names the scripts of one answer. Drawn many at a time: asking for chance costs more than it gives. */
export function newNonce(): string {
  if (at === drawn.length) {
    drawn = randomBytes(256 * NONCE_BYTES);
    at = 0;
  }
  at += NONCE_BYTES;
  return drawn.toString('base64', at - NONCE_BYTES, at);
}

/** Headers that keep a page to itself: scripts by nonce only, no frames, no sniffing. */
export function securityHeaders(options: SecurityOptions) {
  const headersFor = createSecurityHeaders(options);
  return createMiddleware<AppEnv>(async (c, next) => {
    const nonce = newNonce();
    c.set('nonce', nonce);
    await next();
    const { headers } = c.res;
    for (const [name, value] of headersFor(nonce)) {
      if (!own.has(name) || !headers.has(name)) headers.set(name, value);
    }
  });
}

/** What an answer may say otherwise. */
const own = new Set(['Content-Security-Policy', 'Cache-Control']);

/** The headers of an answer with this nonce. */
export function createSecurityHeaders({ imageSources, https, provider }: SecurityOptions) {
  const images = imageSources.join(' ');
  const hosts = hostsOf(provider);
  // Put together once but for the nonce, which every answer has its own of.
  const [start = '', between = '', end = ''] = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${NONCE}'${hosts.script}`,
    `style-src 'self' 'nonce-${NONCE}'`,
    // React writes style attributes for measured sizes; no text of a visitor reaches them.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${images}`,
    "font-src 'self'",
    `connect-src 'self'${hosts.connect}`,
    `frame-src ${hosts.frame || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
    .join('; ')
    .split(NONCE);
  const fixed: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
    ...(https
      ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as [string, string]]
      : []),
    ['Cache-Control', 'private, no-store'],
  ];
  return (nonce: string): [string, string][] => [
    ['Content-Security-Policy', start + nonce + between + nonce + end],
    ...fixed,
  ];
}

// Stripe says which hosts its script needs: https://docs.stripe.com/security/guide
function hostsOf(script: string | null): { script: string; connect: string; frame: string } {
  if (script === null) return { script: '', connect: '', frame: '' };
  const { origin } = new URL(script);
  if (origin !== 'https://js.stripe.com') {
    return { script: ` ${origin}`, connect: ` ${origin}`, frame: ` ${origin}` };
  }
  return {
    script: ' https://js.stripe.com https://*.js.stripe.com',
    connect: ' https://api.stripe.com',
    frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  };
}
