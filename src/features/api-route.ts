import { createRoute, OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { AppError, type ErrorCode, errorStatus } from '#shared/errors.ts';
import { isTooMuchJson } from '#shared/json-size.ts';
import type { AppEnv } from './app-env.ts';
import { requireAdmin, requireUser } from './permissions.ts';

/**
 * Who may make a call: everyone, signed-in accounts, admins. Checked before the handler. Use cases
 * check again, with ownership, because pages call them too.
 */
export type Policy = 'public' | 'user' | 'admin';

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    requestId: z.string(),
  })
  .openapi('Problem');

/** The most faults of a body that a response names, and the most characters of each. */
const MAX_ISSUES = 50;
const LONGEST_ISSUE = 300;

/** A router that validates bodies and parameters; invalid ones are 422 `invalid_request`. */
export function newRouter(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const issues = result.error.issues.slice(0, MAX_ISSUES).map((issue) => ({
        field: issue.path.join('.').slice(0, LONGEST_ISSUE),
        message: issue.message.slice(0, LONGEST_ISSUE),
      }));
      const first = issues[0];
      const sentence = first?.field
        ? `${first.field}: ${first.message}`
        : (first?.message ?? 'Not valid.');
      throw new AppError('invalid_request', sentence, { details: { issues } });
    },
  });
}

/** The JSON body that a call needs. */
export const jsonBody = <S extends z.ZodType>(schema: S) =>
  ({ required: true, content: { 'application/json': { schema } } }) as const;

/** Declares a call: its policy, what it takes, what it returns, which refusals it can give. */
export function apiRoute<const R extends Omit<RouteConfig, 'responses'>, S extends z.ZodType>(
  route: R & {
    policy: Policy;
    /** `type` is that of its body, JSON unless it says otherwise. */
    returns: { status: 200 | 201; description: string; schema: S; type?: string };
    refusals?: ErrorCode[];
  },
) {
  const { policy, returns, refusals = [], ...rest } = route;
  const guards: ErrorCode[] = policy === 'public' ? [] : ['unauthenticated'];
  if (policy === 'admin') guards.push('forbidden');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...guards, ...refusals]) {
    const status = errorStatus[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const problems = Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  );
  return createRoute({
    ...(rest as unknown as R),
    // Before the body is read, so that a guest learns nothing about what is valid.
    middleware: [guard(policy), ...bodyGuards(route.request?.body?.content)],
    'x-policy': policy,
    security: policy === 'public' ? [] : [{ session: [] }],
    responses: {
      ...problems,
      [returns.status]: {
        description: returns.description,
        content: { [returns.type ?? 'application/json']: { schema: returns.schema } },
      },
    } as {
      [K in 200 | 201]: { description: string; content: { 'application/json': { schema: S } } };
    },
  });
}

const guard = (policy: Policy) =>
  createMiddleware<AppEnv>(async (c, next) => {
    // Links of guests' orders are for pages: a call is always that of its account.
    c.set('actor', { ...c.get('actor'), orderTokens: [] });
    if (policy === 'user') requireUser(c.get('actor'));
    if (policy === 'admin') requireAdmin(c.get('actor'));
    await next();
  });

const FORM = 'multipart/form-data';

// A form of another site can send JSON as text/plain, but not as application/json.
const bodyGuards = (content: object | undefined) =>
  Object.keys(content ?? {}).map((expected) =>
    createMiddleware<AppEnv>(async (c, next) => {
      const [type = ''] = (c.req.header('content-type') ?? '').split(';');
      if (type.trim().toLowerCase() !== expected) {
        throw new AppError('unsupported_media_type', `Please send ${expected}.`);
      }
      // The validator reads this cache. It would parse the body itself without limits.
      if (expected === FORM) c.req.bodyCache.formData = await c.get('readForm')();
      else if (isTooMuchJson(await c.req.text())) {
        throw new AppError('invalid_request', 'Please send fewer values at a time.');
      }
      await next();
    }),
  );
