import { previewHtml } from '#features/emails/emails.ts';
import { orErrorPage, requireAdminPage } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/email-preview-html.ts';
import { isolatedHtml } from './emails/isolated-html.ts';

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireAdminPage(visit, url);
  return isolatedHtml(await orErrorPage(previewHtml(visit.ctx, visit.actor, params.kind)));
}
