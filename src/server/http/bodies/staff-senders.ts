import type { Context } from 'hono';
import type { AppEnv } from '#features/app-env.ts';
import { requireAdmin } from '#features/permissions.ts';
import type { FoundVisitor, VisitorReader } from '#features/visitors/visitors.ts';

/** Refuses a request before its body is read: 401 for guests, 403 for customers. */
export async function requireStaff(c: Context<AppEnv>, visitors: VisitorReader): Promise<void> {
  const { user, session } = await find(c, visitors);
  requireAdmin({ user, session, cartToken: null });
}

/**
 * Whether a staff member sends the request. This is only for the order of bodies that wait: what
 * the sender may do is checked when the body is complete. False when the session can't be read.
 * Without the cookie of a session, or with a forged one, it doesn't ask the database.
 */
export async function isFromStaff(c: Context<AppEnv>, visitors: VisitorReader): Promise<boolean> {
  const found = await find(c, visitors).catch(() => null);
  return found?.user?.role === 'admin';
}

function find(c: Context<AppEnv>, visitors: VisitorReader): Promise<FoundVisitor> {
  return visitors.find(c.req.raw.headers, c.env?.incoming);
}
