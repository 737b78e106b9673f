import { createContext, type RouterContextProvider } from 'react-router';
import type { Auth } from '#features/accounts/auth.ts';
import type { Actor } from '#features/actor.ts';
import type { Ctx } from '#features/context.ts';
import type { Integration } from '#shared/integration.ts';
import type { SentVisitor } from './components/page/visitor.ts';

/** What the server hands to every loader and action of a page. */
export interface Visit {
  ctx: Ctx;
  actor: Actor;
  /** What the page shows of them. */
  visitor(): Promise<SentVisitor>;
  /** Has a visitor's browser keep the cart that something went into. */
  keepCart: () => void;
  /** The fields of the posted form; see `readForm` in respond.ts. */
  readForm: () => Promise<FormData>;
  /** Where the request comes from, for limits. */
  address: string;
  auth: Auth;
  /** Whether a page's script asks, for data alone. */
  isDataRequest: boolean;
  /** For the script elements of this answer. */
  nonce: string;
  requestId: string;
  mode: 'demo' | 'production';
  /** What is real, what is stood in for, what is missing. */
  integrations: Integration[];
  /** The shop's own address, without a slash at the end. */
  baseUrl: string;
}

/** Whether a page's script asks for data at this address. */
export function isDataAddress(url: string): boolean {
  return new URL(url, 'http://shop').pathname.endsWith('.data');
}

export const visitContext = createContext<Visit>();

/** The visit of the request that a loader or action answers. */
export function visitOf(context: Readonly<RouterContextProvider>): Visit {
  return context.get(visitContext);
}
