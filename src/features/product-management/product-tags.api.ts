/** The calls by which staff list the tags of products, rename, merge and remove them. */
import { z } from '@hono/zod-openapi';
import { nextLink, pageQuery } from '../api-fields.ts';
import { apiRoute, jsonBody, newRouter } from '../api-route.ts';
import { jobJson, toJobJson } from '../staff-jobs/job-json.ts';
import { shownChange } from './bulk-edit-input.schema.ts';
import { listTags, previewTagChange, startTagChange } from './product-management.ts';
import { productStatuses } from './product-status.schema.ts';
import { tagChange } from './product-tags.schema.ts';

const counts = {
  tag: z.string(),
  products: z.int(),
  statuses: z.partialRecord(z.enum(productStatuses), z.int()),
};
const tagInUse = z.object(counts).openapi('TagInUse');
const named = z.array(z.object({ id: z.string(), name: z.string() }));

const preview = z
  .object({
    ...counts,
    to: z.string().nullable().openapi({
      description: 'The new name as other products spell it; null for a removal.',
    }),
    inTo: z.int().openapi({ description: 'Products that have the new name already.' }),
    both: z.int().openapi({ description: 'Products that have both.' }),
    uses: z.object({
      collections: named.openapi({ description: 'Collections whose rule has the tag.' }),
      searches: named.openapi({ description: 'Searches with a boost of the tag.' }),
      isFinalSale: z.boolean().openapi({ description: 'Whether the return policy names the tag.' }),
    }),
    isToFinalSale: z.boolean(),
    shown: shownChange,
  })
  .openapi('TagChangePreview');

const tags = ['Product management'];
const CHANGE =
  '`to` is the new name, which merges the tag into one of that name, or null to remove the tag. A name that differs from a tag in use only by capitals takes that spelling.';

const list = apiRoute({
  method: 'get',
  path: '/api/v1/product-tags',
  tags,
  summary: 'Tags that products have',
  description:
    'By name, with a `Link: rel="next"` header while there is more. `q` is how they begin, whatever their capitals. Products of all statuses count, up to 1,001 of each tag; `statuses` is empty where there are so many.',
  policy: 'admin',
  request: { query: pageQuery.extend({ q: z.string().trim().max(255).default('') }) },
  returns: { status: 200, description: 'Tags', schema: z.array(tagInUse) },
  refusals: ['invalid_request'],
});

const ask = apiRoute({
  method: 'post',
  path: '/api/v1/product-tags/preview',
  tags,
  summary: 'What another name for a tag, or its removal, would do now',
  description: `${CHANGE} The change needs \`shown\` to do just this. Products are counted up to 10,001; \`statuses\` is empty where there are so many.`,
  policy: 'admin',
  request: { body: jsonBody(tagChange) },
  returns: { status: 200, description: 'How many products, and what names it', schema: preview },
  refusals: ['malformed', 'invalid_request'],
});

const start = apiRoute({
  method: 'post',
  path: '/api/v1/product-tags/changes',
  tags: ['Jobs'],
  summary: 'Rename, merge or remove a tag on all products by a job',
  description: `${CHANGE} \`shown\` is that of the preview: one starts one job. Rules of collections and boosts of searches follow another name; the return policy stays. \`POST /api/v1/jobs/{id}/undo\` takes the job back.`,
  policy: 'admin',
  request: { body: jsonBody(tagChange.extend({ shown: shownChange })) },
  returns: { status: 201, description: 'The job', schema: jobJson },
  refusals: ['malformed', 'invalid_request', 'edit_conflict', 'unavailable'],
});

export const productTagsApi = newRouter();

/** Tags per page without a `limit`. */
const DEFAULT_LIMIT = 50;

productTagsApi.openapi(list, async (c) => {
  const { q: start, limit = DEFAULT_LIMIT, after = null } = c.req.valid('query');
  const page = await listTags(c.get('ctx'), c.get('actor'), { start, limit, after });
  const next = nextLink(c.req.url, page);
  if (next) c.header('Link', next);
  return c.json(page.items, 200);
});

productTagsApi.openapi(ask, async (c) =>
  c.json(await previewTagChange(c.get('ctx'), c.get('actor'), c.req.valid('json')), 200),
);

productTagsApi.openapi(start, async (c) => {
  const { shown, ...change } = c.req.valid('json');
  const job = await startTagChange(c.get('ctx'), c.get('actor'), change, shown);
  return c.json(toJobJson(job, []), 201);
});
