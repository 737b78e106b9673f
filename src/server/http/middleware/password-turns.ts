/**
 * Shares password hashing fairly between sites. A sign-in takes some 6 ms of the thread that
 * handles requests, besides the hashing in other threads. Without a separate limit, a thousand
 * sign-ins would use that thread long before their passwords are hashed, and everybody's pages
 * would wait. So only as many begin at a time as keep the hashing busy.
 */
import { createMiddleware } from 'hono/factory';
import { MAX_HASHES } from '#features/accounts/passwords.ts';
import type { AppEnv } from '#features/app-env.ts';
import { fairTurns, type TurnBounds } from './fair-turns.ts';

/**
 * Posts that hash a password, as pages (with and without script) and as calls. React Router ignores
 * trailing slashes, also before the suffix of a request by script.
 */
const HASHES =
  /^\/(?:login|register|account(?:\/(?:delete|email))?|makeaccount\/[^/]+|resetpassword|api\/auth\/sign-(?:in|up)\/email)\/*(?:_?\.data)?$/i;

/**
 * Two are hashed at a time. Two more may process an image or wait for the database. Four running
 * requests of a site leave it half of those that `fairTurns` lets it run.
 */
const BOUNDS: TurnBounds = {
  places: 4,
  waitingOfSite: 50,
  waiting: MAX_HASHES,
  runningOfSite: 4,
};
const HOLD_MS = 2_000;

export function passwordTurns(trustedProxies: string[], bounds = BOUNDS, holdMs = HOLD_MS) {
  const inTurn = fairTurns(trustedProxies, bounds, holdMs);
  return createMiddleware<AppEnv>((c, next) => {
    const hashes = c.req.method === 'POST' && HASHES.test(c.req.path);
    return hashes ? inTurn(c, next) : next();
  });
}
