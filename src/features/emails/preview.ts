import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { EmailKind } from '../outbox/outbox.schema.ts';
import { requireAdmin } from '../permissions.ts';
import { emailKinds } from './email-kinds.ts';
import type { EmailPreview } from './emails.schema.ts';
import { renderEmail } from './render-email.ts';
import { sample } from './sample.ts';

/** Every kind of email, filled with an example (admin). */
export function listPreviews(ctx: Ctx, actor: Actor): EmailPreview[] {
  requireAdmin(actor);
  return (Object.keys(emailKinds) as EmailKind[]).map((kind) => {
    const { html: _, ...preview } = previewOf(ctx, kind);
    return preview;
  });
}

/** The HTML of such an example (admin). 404 for an unknown kind. */
export async function previewHtml(ctx: Ctx, actor: Actor, kind: string): Promise<string> {
  requireAdmin(actor);
  if (!Object.hasOwn(emailKinds, kind)) throw new AppError('not_found', 'There is no such email.');
  return previewOf(ctx, kind as EmailKind).html;
}

function previewOf(ctx: Ctx, kind: EmailKind): EmailPreview & { html: string } {
  const { label, audience, preview } = emailKinds[kind];
  const template = preview(sample(ctx));
  return {
    kind,
    label,
    audience,
    subject: template.subject,
    ...renderEmail(ctx.shop, ctx.baseUrl, template),
  };
}
