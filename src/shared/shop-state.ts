/**
 * The shop's client state and its eight actions, under the names of the specification: plain
 * functions from one state to the next. The server renders pages with them, the browser goes on
 * with them. A part of the page holds the slice that it needs; no slice holds a truth of its own,
 * for carts, accounts and prices live on the server.
 *
 * Amounts are minor units. A line is told apart by its variant, so that two sizes are two lines.
 */
export interface StateLine {
  variantId: string;
  quantity: number;
  unitPriceMinor: number;
  /** Quantity times price. */
  lineTotalMinor: number;
}

export interface StateUser {
  name: string;
  email: string;
}

/** The quantity selector. */
export interface CountState {
  count: number;
}

export interface CartState<Line extends StateLine = StateLine> {
  cart: Line[];
  /** True while the cart was changed here and the server has not answered yet. */
  updateCart: boolean;
  /** The sum of all lines. */
  totalAmount: number;
}

export interface UserState<User extends StateUser = StateUser> {
  user: User | null;
  /** The role flag. */
  admin: boolean;
  /** True until it is known who is signed in. */
  loading: boolean;
  /** The visible error text of signing in, up or out; empty when there is none. */
  error: string;
}

export interface ShopState extends CountState, CartState, UserState {}

/** Where everything starts: one unit to add, nothing in the cart, nobody known. */
export const initialState: ShopState = {
  count: 1,
  cart: [],
  updateCart: false,
  totalAmount: 0,
  user: null,
  admin: false,
  loading: true,
  error: '',
};

/** A cart as the server has it, with nothing changed here. */
export function cartState<Line extends StateLine>(cart: Line[]): CartState<Line> {
  const none: CartState<Line> = { cart: [], updateCart: false, totalAmount: 0 };
  return { ...withLines(none, cart), updateCart: false };
}

/** Product plus: one more in the quantity selector. */
export function productPlus<S extends CountState>(state: S): S {
  return { ...state, count: state.count + 1 };
}

/** Product minus: one less, but never below 0. */
export function productMinus<S extends CountState>(state: S): S {
  return { ...state, count: Math.max(0, state.count - 1) };
}

/** Product count zero: sets the quantity selector, to its start unless told otherwise. */
export function productCountZero<S extends CountState>(state: S, count = initialState.count): S {
  return { ...state, count: Math.max(0, Math.trunc(count) || 0) };
}

/** Add to cart: a line that is there already grows, any other is added at the end. */
export function addToCart<S extends CartState>(state: S, line: LineOf<S>): S {
  const there = state.cart.some(({ variantId }) => variantId === line.variantId);
  if (!there) return withLines(state, [...state.cart, line]);
  const grow = (old: StateLine) =>
    old.variantId === line.variantId ? { ...old, quantity: old.quantity + line.quantity } : old;
  return withLines(state, state.cart.map(grow));
}

/** Delete from cart: the line of this variant goes. */
export function deleteFromCart<S extends CartState>(state: S, variantId: string): S {
  return withLines(
    state,
    state.cart.filter((line) => line.variantId !== variantId),
  );
}

/** Update cart: these lines instead of those. */
export function updateCart<S extends CartState>(state: S, lines: LineOf<S>[]): S {
  return withLines(state, lines);
}

/** Cart remove: nothing is left in it. */
export function cartRemove<S extends CartState>(state: S): S {
  return withLines(state, []);
}

/** Set user: whoever is signed in, or nobody; it is known now, and old errors are gone. */
export function setUser<S extends UserState>(state: S, user: S['user'], admin = false): S {
  return { ...state, user, admin: user !== null && admin, loading: false, error: '' };
}

type LineOf<S extends CartState> = S['cart'][number];

function withLines<S extends CartState>(state: S, lines: StateLine[]): S {
  const cart = lines.map((line) => ({
    ...line,
    lineTotalMinor: line.quantity * line.unitPriceMinor,
  }));
  const totalAmount = cart.reduce((sum, line) => sum + line.lineTotalMinor, 0);
  return { ...state, cart, totalAmount, updateCart: true };
}
