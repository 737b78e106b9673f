import { randomBytes, randomInt } from 'node:crypto';
import type { SentVisitor } from '#web/components/page/visitor.ts';

/** What a page is sent with: all that differs between two visitors of one audience. */
export interface Values {
  nonce: string;
  name: string;
  email: string;
  image: string;
  count: string;
}

export const valueNames = ['nonce', 'name', 'email', 'image', 'count'] as const;

/**
 * Stand-ins for one rendering. Nobody can have written them before, because they are drawn for it;
 * and nobody is ever sent them.
 */
export interface Symbols extends Values {
  mark: string;
}

/** The placeholders' `<` comes out as the place asks for, and so tells how that place is escaped. */
export function newSymbols(): Symbols {
  const mark = `x${randomBytes(16).toString('hex')}`;
  const [nonce, name, email, image] = valueNames.map((_, index) => `${mark}<${index}`);
  // The largest numbers that JavaScript writes out to the last digit.
  const count = String(2 ** 52 + randomInt(2 ** 48 - 1));
  return { mark, nonce, name, email, image, count } as Symbols;
}

/**
 * What of a visitor changes more of a page than a text: who may do what, whether there is an image,
 * and a count of none and of one, which have words of their own.
 */
export function shapeOf({ user, admin, cartCount }: SentVisitor): string {
  const who = admin ? 'admin' : user ? 'shopper' : 'visitor';
  return `${who} ${user?.image ? 'pictured' : 'plain'} ${cartCount > 1 ? 'many' : cartCount}`;
}

/** The same visitor with placeholders for what is theirs. */
export function symbolic({ user, admin, cartCount }: SentVisitor, symbols: Symbols): SentVisitor {
  const { name, email, image, count } = symbols;
  return {
    user: user && { name, email, image: user.image && image },
    admin,
    cartCount: cartCount > 1 ? Number(count) : cartCount,
  };
}

export function valuesOf({ user, cartCount }: SentVisitor, nonce: string): Values {
  const { name = '', email = '' } = user ?? {};
  return { nonce, name, email, image: user?.image ?? '', count: String(cartCount) };
}
