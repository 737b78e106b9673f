import { AppError } from '#shared/errors.ts';

/** Who asks: a visitor or a signed-in account, with the visitor's cart cookie if there is one. */
export interface Actor {
  user: SignedInUser | null;
  /** What they are signed in by; null for visitors. */
  session: ActorSession | null;
  /** The value of the visitor's cart cookie. */
  cartToken: string | null;
  /** Where the request comes from, by `siteOf`; not known of what asks without a connection. */
  network?: string;
}

export interface ActorSession {
  id: string;
  /** When they signed in. */
  createdAt: Date;
}

export interface SignedInUser {
  id: string;
  email: string;
  name: string;
  image: string | null;
  role: 'shopper' | 'admin';
  emailVerified: boolean;
}

/** A row of an account, as whoever asks sees it. */
export function toSignedInUser(
  row: Omit<SignedInUser, 'role' | 'image'> & {
    role?: string | null | undefined;
    image?: string | null | undefined;
  },
): SignedInUser {
  const { id, email, name, image, role, emailVerified } = row;
  return {
    id,
    email,
    name,
    image: image ?? null,
    role: role === 'admin' ? 'admin' : 'shopper',
    emailVerified,
  };
}

/** The signed-in account; refuses a visitor with 401. */
export function requireUser(actor: Actor): SignedInUser {
  if (!actor.user) throw new AppError('unauthenticated', 'Please sign in first.');
  return actor.user;
}

/** The session of who asks; refuses a visitor with 401. */
export function requireSession(actor: Actor): ActorSession {
  if (!actor.session) throw new AppError('unauthenticated', 'Please sign in first.');
  return actor.session;
}

/** The signed-in admin; refuses a visitor with 401 and a shopper with 403. */
export function requireAdmin(actor: Actor): SignedInUser {
  const user = requireUser(actor);
  if (user.role !== 'admin') throw new AppError('forbidden', 'Only admins can do that.');
  return user;
}
