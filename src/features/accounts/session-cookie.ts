/**
 * Better Auth owns sessions. This reads the cookie that it signs, so that `visitors/` can read the
 * session with all else that a request needs in one statement instead of the library's two. The
 * library handles the unusual cases: an odd cookie, and a session that has expired or is due for
 * renewal.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { type Actor, toSignedInUser } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { Auth } from './auth.ts';

export interface SessionCookies {
  /**
   * The session token in a Cookie header; null for none; undefined when the library has to check
   * it.
   */
  tokenOf(cookies: string): string | null | undefined;
  /** Whether a session with this end is neither expired nor due for renewal. */
  isFresh(expiresAt: Date): boolean;
  /** The session of the request, read by the library. */
  askLibrary(headers: Headers): Promise<FoundSession>;
}

interface FoundSession extends Pick<Actor, 'user' | 'session'> {
  /** Set-Cookie headers of a renewed session, so that the browser stores it as long. */
  cookies: string[];
}

const NOBODY: FoundSession = { user: null, session: null, cookies: [] };

/** Uses Better Auth's cookie names, secret and times. */
export async function createSessionCookies(ctx: Ctx, auth: Auth): Promise<SessionCookies> {
  const { authCookies, secret, sessionConfig } = await auth.$context;
  const start = `${authCookies.sessionToken.name}=`;
  const lastsMs = sessionConfig.expiresIn * 1_000;
  const unrefreshedMs = sessionConfig.updateAge * 1_000;

  function tokenOf(cookies: string): string | null | undefined {
    const mine = cookies
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(start));
    const [cookie] = mine;
    if (cookie === undefined) return null;
    if (mine.length > 1) return undefined;
    return checkSignature(cookie.slice(start.length), secret);
  }

  const isFresh = (expiresAt: Date) =>
    expiresAt.getTime() - ctx.now().getTime() > lastsMs - unrefreshedMs;

  return {
    tokenOf,
    isFresh,
    async askLibrary(headers) {
      const response = await auth.api
        .getSession({ headers, returnHeaders: true })
        .catch(nullIfEnded);
      if (!response?.response) return NOBODY;
      const { user, session } = response.response;
      return {
        user: toSignedInUser(user),
        session: { id: session.id, createdAt: session.createdAt },
        cookies: response.headers.getSetCookie(),
      };
    },
  };
}

// The session was ended meanwhile, so the library finds no row to renew.
function nullIfEnded(error: unknown): null {
  if (error instanceof APIError && error.statusCode === 401) return null;
  throw error;
}

// `token.signature`, where the signature is 32 bytes in base 64.
function checkSignature(value: string, secret: string): string | undefined {
  const [, token = '', signature = ''] = /^(.+)\.([A-Za-z\d+/]{43}=)$/.exec(decode(value)) ?? [];
  const right = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return token;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
