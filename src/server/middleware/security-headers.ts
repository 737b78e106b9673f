import { randomBytes } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#features/app-env.ts';

/** Headers that keep a page to itself: scripts by nonce only, no frames, no sniffing. */
export function securityHeaders(options: {
  imageSources: string[];
  https: boolean;
  /** The card provider's script, which fetches and frames from its own hosts. */
  provider: string | null;
}) {
  const provider = hostsOf(options.provider);
  const images = options.imageSources.join(' ');
  return createMiddleware<AppEnv>(async (c, next) => {
    const nonce = randomBytes(16).toString('base64');
    c.set('nonce', nonce);
    await next();
    const { headers } = c.res;
    if (!headers.has('Content-Security-Policy')) {
      headers.set(
        'Content-Security-Policy',
        [
          "default-src 'self'",
          `script-src 'self' 'nonce-${nonce}'${provider.script}`,
          `style-src 'self' 'nonce-${nonce}'`,
          // React writes style attributes for measured sizes; no text of a visitor reaches them.
          "style-src-attr 'unsafe-inline'",
          `img-src 'self' data: ${images}`,
          "font-src 'self'",
          `connect-src 'self'${provider.connect}`,
          `frame-src ${provider.frame || "'none'"}`,
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
          "frame-ancestors 'none'",
        ].join('; '),
      );
    }
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
    if (options.https)
      headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
  });
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
