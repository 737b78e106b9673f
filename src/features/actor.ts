/** Who makes a request: a guest or a signed-in account, and the cart cookie if there is one. */
export interface Actor {
  user: SignedInUser | null;
  /** Null for guests. */
  session: ActorSession | null;
  /** The value of the guest's cart cookie. */
  cartToken: string | null;
  /** The tokens of guests' orders whose links the browser followed; absent if there are none. */
  orderTokens?: string[];
  /** The network of the request, by `siteOf`; absent for callers without a connection. */
  network?: string;
}

export interface ActorSession {
  id: string;
  /** The time of the sign-in. */
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

/** An account's row, as the account itself sees it. */
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
