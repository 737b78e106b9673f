import { randomBytes, randomInt } from 'node:crypto';
import type { SentVisitor } from '#web/components/page/visitor.ts';

/**
 * The personal values of a page: everything that differs between visitors who share a rendering.
 */
export interface Values {
  nonce: string;
  name: string;
  email: string;
  image: string;
  count: string;
}

export const valueNames = ['nonce', 'name', 'email', 'image', 'count'] as const;

/**
 * Placeholders for one rendering. They are drawn at random for it, so no stored text can contain
 * one, and no client receives one.
 */
export interface Placeholders extends Values {
  mark: string;
}

/**
 * A placeholder contains a `<`. Its spelling in the rendered page shows how that place is escaped.
 */
export function newPlaceholders(): Placeholders {
  const mark = `x${randomBytes(16).toString('hex')}`;
  const [nonce, name, email, image] = valueNames.map((_, index) => `${mark}<${index}`);
  // The largest integers that JavaScript writes exactly.
  const count = String(2 ** 52 + randomInt(2 ** 48 - 1));
  return { mark, nonce, name, email, image, count } as Placeholders;
}

/**
 * The values that change more of a page than a text: the role, whether there is an image, and
 * whether the cart has no unit, one or several. Visitors with the same values share a rendering.
 */
export function shapeOf({ user, admin, cartCount }: SentVisitor): string {
  const who = admin ? 'admin' : user ? 'customer' : 'guest';
  return `${who} ${user?.image ? 'image' : 'no-image'} ${cartCount > 1 ? 'many' : cartCount}`;
}

/** The same visitor with placeholders instead of personal values. */
export function withPlaceholders(
  { user, admin, cartCount }: SentVisitor,
  placeholders: Placeholders,
): SentVisitor {
  const { name, email, image, count } = placeholders;
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
