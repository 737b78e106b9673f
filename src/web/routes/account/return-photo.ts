import { readReturnPhoto } from '#features/returns/returns.ts';
import { orErrorPage, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/return-photo.ts';

/** A photo of a return, for the customer of its order, a guest too, and for staff. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { ctx, actor } = visit;
  if (!actor.orderTokens?.length) requireSignIn(visit, url);
  const file = await orErrorPage(readReturnPhoto(ctx, actor, params.photoId));
  return new Response(new Uint8Array(file), {
    headers: { 'Content-Type': 'image/webp', 'X-Robots-Tag': 'noindex' },
  });
}
