import { streamText } from '#features/api-text-stream.ts';
import { exportMyData } from '#features/privacy/privacy.ts';
import { orErrorPage, requireSignIn } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import type { Route } from './+types/export.ts';

/** Everything the shop stores about the user, as a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  requireSignIn(visit, url);
  const data = await orErrorPage(streamText(exportMyData(visit.ctx, visit.actor)));
  return new Response(data, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-data.json"',
    },
  });
}
