import { getCapturedEmailHtml } from '#features/emails/emails.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/captured-email-html.ts';

/**
 * An email as its recipient would see it, isolated from the shop: its own origin, no script, and
 * nothing loaded.
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  const html = await orErrorPage(getCapturedEmailHtml(visit.ctx, visit.actor, params.id));
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    },
  });
}
