import { getCapturedEmailHtml } from '#features/emails/emails.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/captured-email-html.ts';

/**
 * A mail as its reader would see it, alone on a page that is not the shop's: an origin of its own,
 * no script, nothing loaded from anywhere.
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
