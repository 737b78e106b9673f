import type { HttpBindings } from '@hono/node-server';
import type { Actor } from './actor.ts';
import type { Ctx } from './context.ts';

/** What middleware sets for handlers. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The client's address, from the socket or a trusted proxy. */
    clientAddress: string;
    /** For the script elements of this response. */
    nonce: string;
    ctx: Ctx;
    /**
     * The fields of the posted form, parsed once and within limits. Nothing else may read the form.
     */
    readForm: () => Promise<FormData>;
    /**
     * Whether the body has one of the few places for processing, so that it does not wait for one
     * again.
     */
    hasProcessingPlace?: boolean;
    actor: Actor;
    /** Units in the cart; null when not read, or about to change. */
    cartCount: number | null;
    /** Sends a guest's browser the cookie of a cart that is no longer empty. */
    keepCartCookie: () => void;
    /** Gives the browser the link of a guest's order. */
    keepOrderLink: (token: string) => void;
  };
}
