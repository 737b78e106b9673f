import type { HttpBindings } from '@hono/node-server';
import type { Actor } from './actor.ts';
import type { Ctx } from './context.ts';

/** What middleware leaves for the doors behind it. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The address of whoever asks, from the socket or a trusted proxy. */
    clientAddress: string;
    /** For the script elements of this answer. */
    nonce: string;
    ctx: Ctx;
    /** The fields of the posted form: parsed once, within limits. There is no other way to read it. */
    readForm: () => Promise<FormData>;
    actor: Actor;
    /** Units in the cart; null: not read, or about to change. */
    cartCount: number | null;
    /** Has a visitor's browser keep the cart that something went into. */
    keepCart: () => void;
  };
}
