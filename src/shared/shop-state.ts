/**
 * The shop's client state and its eight actions, under the names of the specification. They are
 * plain functions from one state to the next. The server renders pages with them, and the browser
 * continues with them. A part of the page holds the slice that it needs. The server owns carts,
 * accounts and prices; a slice is only a copy.
 *
 * Amounts are minor units. A line is identified by its variant, so that two sizes are two lines.
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
  /** True while the server has not responded to a change of the cart. */
  updateCart: boolean;
  /** The sum of all lines. */
  totalAmount: number;
}

export interface UserState<User extends StateUser = StateUser> {
  user: User | null;
  /** The role flag. */
  admin: boolean;
  /** True until the visitor is known. */
  loading: boolean;
  /** The visible error text of signing in, up or out; empty when there is none. */
  error: string;
}

export interface ShopState extends CountState, CartState, UserState {}

/** The initial state: one unit to add, an empty cart, an unknown visitor. */
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

/** A cart as the server has it, without changes in the browser. */
export function cartState<Line extends StateLine>(cart: Line[]): CartState<Line> {
  const none: CartState<Line> = { cart: [], updateCart: false, totalAmount: 0 };
  return { ...withLines(none, cart), updateCart: false };
}

/** Product plus: increases the quantity selector by one. */
export function productPlus<S extends CountState>(state: S): S {
  return { ...state, count: state.count + 1 };
}

/** Product minus: decreases it by one, but never below 0. */
export function productMinus<S extends CountState>(state: S): S {
  return { ...state, count: Math.max(0, state.count - 1) };
}

/** Product count zero: sets the quantity selector, by default to its initial value. */
export function productCountZero<S extends CountState>(state: S, count = initialState.count): S {
  return { ...state, count: Math.max(0, Math.trunc(count) || 0) };
}

/** Add to cart: increases an existing line, or adds a new one at the end. */
export function addToCart<S extends CartState>(state: S, line: LineOf<S>): S {
  const there = state.cart.some(({ variantId }) => variantId === line.variantId);
  if (!there) return withLines(state, [...state.cart, line]);
  const grow = (old: StateLine) =>
    old.variantId === line.variantId ? { ...old, quantity: old.quantity + line.quantity } : old;
  return withLines(state, state.cart.map(grow));
}

/** Delete from cart: removes the line of this variant. */
export function deleteFromCart<S extends CartState>(state: S, variantId: string): S {
  return withLines(
    state,
    state.cart.filter((line) => line.variantId !== variantId),
  );
}

/** Update cart: replaces all lines. */
export function updateCart<S extends CartState>(state: S, lines: LineOf<S>[]): S {
  return withLines(state, lines);
}

/** Cart remove: empties the cart. */
export function cartRemove<S extends CartState>(state: S): S {
  return withLines(state, []);
}

/** Set user: stores who is signed in, or null. Ends loading and clears the error. */
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
