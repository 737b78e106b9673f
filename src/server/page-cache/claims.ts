import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Auth } from '#features/accounts/auth.ts';
import type { Claim, SessionTimes } from '#features/freshness/freshness.ts';
import { readCartToken } from '../middleware/cart-token.ts';

/** Cookie headers whose reading is remembered; a reading never changes. */
const REMEMBERED = 5_000;
const LONGEST = 2_000;

export interface Claims {
  /** What a Cookie header says; null: it is unusual, and the library has to look at it. */
  read(cookies: string): Claim | null;
  times: SessionTimes;
}

/** Reads the cookies that Better Auth signs, with its names, its secret and its times. */
export async function createClaims(auth: Auth): Promise<Claims> {
  const { authCookies, secret, sessionConfig } = await auth.$context;
  const start = `${authCookies.sessionToken.name}=`;
  const known = new Map<string, Claim | null>();

  function readToken(cookies: string): string | null | undefined {
    const mine = cookies
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(start));
    const [cookie] = mine;
    if (cookie === undefined) return null;
    if (mine.length > 1) return undefined;
    return checkSignature(cookie.slice(start.length), secret);
  }

  return {
    times: {
      lastsMs: sessionConfig.expiresIn * 1_000,
      leftAloneMs: sessionConfig.updateAge * 1_000,
    },
    read(cookies) {
      const remembered = known.get(cookies);
      if (remembered !== undefined) return remembered;
      if (cookies.length > LONGEST) return null;
      const sessionToken = readToken(cookies);
      const claim =
        sessionToken === undefined ? null : { sessionToken, cartToken: readCartToken(cookies) };
      if (known.size >= REMEMBERED) known.clear();
      known.set(cookies, claim);
      return claim;
    },
  };
}

// `token.signature`, the signature being 32 bytes in base 64.
function checkSignature(value: string, secret: string): string | undefined {
  const [, token = '', signature = ''] = /^(.+)\.([\w+/]{43}=)$/.exec(decode(value)) ?? [];
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
