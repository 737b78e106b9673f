import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';

export interface SecurityOptions {
  imageSources: string[];
  https: boolean;
  /** HTTPS is required on every subdomain as well. */
  hstsSubdomains: boolean;
  /** Allows Vite's script, which waits in a worker for a server that restarts. */
  isDevelopment: boolean;
  /** The card provider's script, which calls and embeds pages of its own hosts; null for none. */
  provider: string | null;
}

const NONCE_BYTES = 16;
/** Where the nonce goes in the policy. */
const NONCE = '{nonce}';
let drawn = Buffer.alloc(0);
let at = 0;

/**
 * Creates a nonce for the scripts of one response. Draws random bytes for many at a time, because a
 * single draw costs more than its bytes.
 */
export function newNonce(): string {
  if (at === drawn.length) {
    drawn = randomBytes(256 * NONCE_BYTES);
    at = 0;
  }
  at += NONCE_BYTES;
  return drawn.toString('base64', at - NONCE_BYTES, at);
}

/** Headers that a response may set itself. */
const own = new Set(['Content-Security-Policy', 'Cache-Control', 'Referrer-Policy']);

/** Sets the security headers of every response. */
export function securityHeaders(options: SecurityOptions) {
  const headersFor = createSecurityHeaders(options);
  return createMiddleware<AppEnv>(async (c, next) => {
    const nonce = newNonce();
    c.set('nonce', nonce);
    await next();
    const { headers } = c.res;
    // A redirect keeps the page headers, whatever type its body has.
    const isOfPage = headers.has('Location') || isPage(headers.get('Content-Type'));
    const given = isOfPage ? headersFor.page(nonce) : headersFor.data;
    for (const [name, value] of given) {
      if (!own.has(name) || !headers.has(name)) headers.set(name, value);
    }
  });
}

/** Whether a browser shows it as a page: HTML, and responses without a type. */
export function isPage(contentType: string | null): boolean {
  return contentType === null || contentType.startsWith('text/html');
}

/** Browsers use styles to show an image or file that is opened directly. */
const DATA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

type Header = [name: string, value: string];

/**
 * The headers of a page with this nonce (scripts by nonce only, no frames, no sniffing), and those
 * of everything else: JSON, images, files. Such a response never loads anything, so it may load
 * nothing, even when it is opened as a document.
 */
export function createSecurityHeaders(options: SecurityOptions): {
  /** The policy comes first. */
  page(nonce: string): Header[];
  data: Header[];
} {
  const [start = '', between = '', end = ''] = pagePolicy(options).split(NONCE);
  const all: Header[] = [
    ['X-Content-Type-Options', 'nosniff'],
    ...(options.https ? [['Strict-Transport-Security', hsts(options)] as Header] : []),
    ['Cache-Control', 'private, no-store'],
  ];
  const pages: Header[] = [
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
    ...all,
  ];
  return {
    page: (nonce) => [['Content-Security-Policy', start + nonce + between + nonce + end], ...pages],
    data: [['Content-Security-Policy', DATA_POLICY], ...all],
  };
}

// Subdomains may run programs without HTTPS. Only the owner knows that.
function hsts({ hstsSubdomains }: SecurityOptions): string {
  return `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
}

function pagePolicy({ imageSources, provider, isDevelopment }: SecurityOptions): string {
  const hosts = hostsOf(provider);
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${NONCE}'${hosts.script}`,
    `style-src 'self' 'nonce-${NONCE}'`,
    // React writes style attributes for measured sizes. They never contain text of a user.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${imageSources.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self'${hosts.connect}`,
    `frame-src ${hosts.frame || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isDevelopment ? ['worker-src blob:'] : []),
  ].join('; ');
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
