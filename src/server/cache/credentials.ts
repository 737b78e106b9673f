import type { SessionReader } from '#features/accounts/session-reader.ts';
import type { Credentials } from '#features/freshness/freshness.ts';
import type { CartCookie } from '../http/middleware/cart-token.ts';

/** Cookie headers whose reading is remembered; a reading never changes. */
const REMEMBERED = 5_000;
const LONGEST = 2_000;

/** Reads what a Cookie header says; null: it is unusual, and the library has to look at it. */
export function createCredentials(
  { tokenOf }: SessionReader,
  cartCookie: CartCookie,
): (cookies: string) => Credentials | null {
  const known = new Map<string, Credentials | null>();
  return (cookies) => {
    const remembered = known.get(cookies);
    if (remembered !== undefined) return remembered;
    if (cookies.length > LONGEST) return null;
    const sessionToken = tokenOf(cookies);
    const claim =
      sessionToken === undefined ? null : { sessionToken, cartToken: cartCookie.read(cookies) };
    if (known.size >= REMEMBERED) known.clear();
    known.set(cookies, claim);
    return claim;
  };
}
