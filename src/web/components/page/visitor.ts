import { useRouteLoaderData } from 'react-router';
import type { Actor } from '#features/actor.ts';
import type { Texts } from '#features/texts/texts.schema.ts';
import { thumbOf } from '#shared/renditions.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import { initialState, type StateUser, setUser, type UserState } from '#shared/shop-state.ts';
import type { PlacedEntry } from './menu-line.ts';

interface VisitorUser extends StateUser {
  /** The address of the image in the size that is shown. */
  image: string | null;
}

/** What every page shows of its visitor, as the server sends it. */
export interface SentVisitor {
  user: VisitorUser | null;
  admin: boolean;
  /** Units in the cart. */
  cartCount: number;
}

export interface Visitor extends Pick<UserState<VisitorUser>, 'user' | 'admin'> {
  cartCount: number;
}

export function toSentVisitor({ user }: Pick<Actor, 'user'>, cartCount: number): SentVisitor {
  return {
    user: user && { name: user.name, email: user.email, image: user.image && thumbOf(user.image) },
    admin: user?.role === 'admin',
    cartCount,
  };
}

const guest: UserState<VisitorUser> = { ...initialState, user: null };

/** The entries of the header's menu; none while they are unknown. */
export function useMenu(): PlacedEntry[] {
  return (useRouteLoaderData('root') as { menu: PlacedEntry[] } | undefined)?.menu ?? [];
}

/** The footer's columns of links; none while they are unknown. */
export function useFooter(): ShopConfig['footer']['columns'] {
  type Sent = { footer: ShopConfig['footer']['columns'] } | undefined;
  return (useRouteLoaderData('root') as Sent)?.footer ?? [];
}

/** Gives the name of each text. */
const names = new Proxy({} as Texts<'shell'>, { get: (_, name) => name });

/** The texts that every page can show; their names while they are unknown. */
export function useShellTexts(): Texts<'shell'> {
  return (useRouteLoaderData('root') as { texts: Texts<'shell'> } | undefined)?.texts ?? names;
}

/** The visitor of the page; a guest while that is unknown. */
export function useVisitor(): Visitor {
  const sent = useRouteLoaderData('root') as SentVisitor | undefined;
  const { user, admin } = sent ? setUser(guest, sent.user, sent.admin) : guest;
  return { user, admin, cartCount: sent?.cartCount ?? 0 };
}
