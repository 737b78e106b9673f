/** The calls of an order's timeline: what happened to it, and what staff wrote about it. */
import { z } from '@hono/zod-openapi';
import { requestKey } from '#shared/request-key.schema.ts';
import type { Actor } from '../../actor.ts';
import { idParam } from '../../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../../api-route.ts';
import type { Ctx } from '../../context.ts';
import { orderEventKinds } from '../../order-tables/order-events.schema.ts';
import { addComment, getOrder, listTimeline, removeComment } from '../orders.ts';
import { commentRequest } from './comments.schema.ts';

export const timelineEntries = z.array(
  z.object({
    id: z.string(),
    event: z
      .enum([...orderEventKinds, 'comment'])
      .openapi({ description: '`comment` is one of staff.', example: 'pay' }),
    commentId: z.string().nullable(),
    actor: z.string().openapi({ description: 'The person, or the job that did it.' }),
    detail: z.string().nullable(),
    about: z.string().nullable().openapi({
      description:
        'Of a refund its units and its reason, of a parcel its carrier and tracking number.',
    }),
    at: z.iso.datetime(),
  }),
);

/** The timeline of an order (admin). */
export async function readEntries(ctx: Ctx, actor: Actor, id: string) {
  const entries = await listTimeline(ctx, actor, id);
  return entries.map(({ commentKey: _, ...entry }) => entry);
}

const timeline = z.object({ entries: timelineEntries }).openapi('Timeline');

const list = apiRoute({
  method: 'get',
  path: '/api/v1/orders/{id}/timeline',
  tags: ['Orders'],
  summary: 'What happened to an order, and the comments of staff',
  description: 'The newest 200 events and the newest 200 comments, the newest first.',
  policy: 'admin',
  request: { params: idParam },
  returns: { status: 200, description: 'The timeline', schema: timeline },
  refusals: ['not_found'],
});

const add = apiRoute({
  method: 'post',
  path: '/api/v1/orders/{id}/comments',
  tags: ['Orders'],
  summary: 'Comment on an order; only staff see the comment',
  description:
    'A repeat under the same `Idempotency-Key` adds nothing. With another text, it adds another comment.',
  policy: 'admin',
  request: {
    params: idParam,
    headers: z.object({ 'idempotency-key': requestKey }),
    body: jsonBody(commentRequest),
  },
  returns: { status: 201, description: 'The timeline as it is now', schema: timeline },
  refusals: ['invalid_request', 'not_found'],
});

const remove = apiRoute({
  method: 'delete',
  path: '/api/v1/orders/{id}/comments/{comment}',
  tags: ['Orders'],
  summary: 'Remove a comment',
  policy: 'admin',
  request: { params: idParam.extend({ comment: z.string() }) },
  returns: { status: 200, description: 'The timeline as it is now', schema: timeline },
  refusals: ['not_found'],
});

export const timelineApi = newRouter();

timelineApi.openapi(list, async (c) => {
  const { id } = c.req.valid('param');
  await getOrder(c.get('ctx'), c.get('actor'), id);
  return c.json({ entries: await readEntries(c.get('ctx'), c.get('actor'), id) }, 200);
});

timelineApi.openapi(add, async (c) => {
  const { id } = c.req.valid('param');
  const key = c.req.valid('header')['idempotency-key'];
  await addComment(c.get('ctx'), c.get('actor'), id, { ...c.req.valid('json'), key });
  return c.json({ entries: await readEntries(c.get('ctx'), c.get('actor'), id) }, 201);
});

timelineApi.openapi(remove, async (c) => {
  const { id, comment } = c.req.valid('param');
  await removeComment(c.get('ctx'), c.get('actor'), id, comment);
  return c.json({ entries: await readEntries(c.get('ctx'), c.get('actor'), id) }, 200);
});
