import { useRouteLoaderData } from 'react-router';
import type { Actor } from '#features/accounts/actor.ts';

/** What every page shows of whoever looks at it. */
export interface Visitor {
  account: { name: string; email: string; image: string | null; isAdmin: boolean } | null;
  /** Units in the cart. */
  cartCount: number;
}

export function toVisitor({ user }: Actor, cartCount: number): Visitor {
  const account = user && {
    name: user.name,
    email: user.email,
    image: user.image,
    isAdmin: user.role === 'admin',
  };
  return { account, cartCount };
}

const stranger: Visitor = { account: null, cartCount: 0 };

/** Whoever looks at the page; a stranger while that is not known. */
export function useVisitor(): Visitor {
  return (useRouteLoaderData('root') as Visitor | undefined) ?? stranger;
}
