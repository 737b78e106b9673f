import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addToCart,
  cartRemove,
  cartState,
  deleteFromCart,
  initialState,
  productCountZero,
  productMinus,
  productPlus,
  type ShopState,
  type StateLine,
  setUser,
  updateCart,
} from './shop-state.ts';

const arbitraryLine: fc.Arbitrary<StateLine> = fc.record({
  variantId: fc.constantFrom('var_a', 'var_b', 'var_c', 'var_d'),
  quantity: fc.integer({ min: 1, max: 99 }),
  unitPriceMinor: fc.integer({ min: 0, max: 1_000_000 }),
  // The caller's sum is replaced by the computed one.
  lineTotalMinor: fc.integer(),
});
const arbitraryCart = fc.uniqueArray(arbitraryLine, { selector: ({ variantId }) => variantId });

const nora = { name: 'Nora', email: 'nora@example.com' };

/** All eight actions with arbitrary arguments. */
const arbitraryStep: fc.Arbitrary<[string, (state: ShopState) => ShopState]> = fc.oneof(
  fc.constant<[string, typeof productPlus]>(['product plus', productPlus]),
  fc.constant<[string, typeof productMinus]>(['product minus', productMinus]),
  fc
    .option(fc.integer({ min: -5, max: 50 }), { nil: undefined })
    .map((to) => ['product count zero', (state: ShopState) => productCountZero(state, to)] as const)
    .map(([name, step]): [string, (state: ShopState) => ShopState] => [name, step]),
  fc
    .boolean()
    .map((admin): [string, (state: ShopState) => ShopState] => [
      'set user',
      (state) => setUser(state, nora, admin),
    ]),
  fc.constant<[string, (state: ShopState) => ShopState]>([
    'set user',
    (state) => setUser(state, null, true),
  ]),
  arbitraryLine.map((line): [string, (state: ShopState) => ShopState] => [
    'add to cart',
    (state) => addToCart(state, line),
  ]),
  arbitraryLine.map(({ variantId }): [string, (state: ShopState) => ShopState] => [
    'delete from cart',
    (state) => deleteFromCart(state, variantId),
  ]),
  arbitraryCart.map((cart): [string, (state: ShopState) => ShopState] => [
    'update cart',
    (state) => updateCart(state, cart),
  ]),
  fc.constant<[string, typeof cartRemove]>(['cart remove', cartRemove]),
);

test('whatever is done in whatever order, the state holds together [3.17, 9.4]', () => {
  fc.assert(
    fc.property(fc.array(arbitraryStep, { maxLength: 40 }), (steps) => {
      let state = initialState;
      for (const [, step] of steps) {
        const before = structuredClone(state);
        const next = step(state);
        expect(state).toEqual(before);
        state = next;

        const ids = state.cart.map(({ variantId }) => variantId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(state.cart.every(({ quantity }) => quantity >= 1)).toBe(true);
        for (const line of state.cart) {
          expect(line.lineTotalMinor).toBe(line.quantity * line.unitPriceMinor);
        }
        const sum = state.cart.reduce((total, line) => total + line.lineTotalMinor, 0);
        expect(state.totalAmount).toBe(sum);
        expect(state.count).toBeGreaterThanOrEqual(0);
        expect(state.admin && state.user === null).toBe(false);
      }
    }),
    { numRuns: 1_000 },
  );
});

describe('the quantity selector', () => {
  test('starts at 1 [3.16, 9.10]', () => expect(initialState.count).toBe(1));

  test('product plus adds 1 and product minus takes it away again [3.20, 4.1]', () => {
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(productMinus(productPlus({ count }))).toEqual({ count });
      }),
    );
  });

  test('product minus never goes below 0 [3.20, 4.2, 9.10]', () => {
    expect(productMinus({ count: 0 })).toEqual({ count: 0 });
  });

  test('product count zero sets a value, 1 unless told otherwise [3.21, 4.3]', () => {
    expect(productCountZero({ count: 7 })).toEqual({ count: 1 });
    expect(productCountZero({ count: 7 }, 3)).toEqual({ count: 3 });
    expect(productCountZero({ count: 7 }, -2)).toEqual({ count: 0 });
    expect(productCountZero({ count: 7 }, Number.NaN)).toEqual({ count: 0 });
  });
});

describe('the cart', () => {
  test('add to cart raises the quantity of a line that is there, and adds no second one [3.6, 3.19, 4.6]', () => {
    fc.assert(
      fc.property(arbitraryCart, arbitraryLine, (cart, line) => {
        const before = cartState(cart);
        const after = addToCart(before, line);
        const had = cart.find(({ variantId }) => variantId === line.variantId);
        const has = after.cart.find(({ variantId }) => variantId === line.variantId);
        expect(has?.quantity).toBe((had?.quantity ?? 0) + line.quantity);
        expect(after.cart.length).toBe(cart.length + (had ? 0 : 1));
        expect(after.updateCart).toBe(true);
      }),
    );
  });

  test('delete from cart takes that line and leaves the others as they were [3.23, 4.7]', () => {
    fc.assert(
      fc.property(arbitraryCart, arbitraryLine, (cart, { variantId }) => {
        const before = cartState(cart);
        const after = deleteFromCart(before, variantId);
        expect(after.cart).toEqual(before.cart.filter((line) => line.variantId !== variantId));
      }),
    );
  });

  test('update cart puts these lines in place of those, cart remove puts none [3.23, 4.8]', () => {
    fc.assert(
      fc.property(arbitraryCart, arbitraryCart, (old, next) => {
        const after = updateCart(cartState(old), next);
        expect(after.cart.map(({ variantId }) => variantId)).toEqual(
          next.map(({ variantId }) => variantId),
        );
        expect(cartRemove(after)).toMatchObject({ cart: [], totalAmount: 0, updateCart: true });
      }),
    );
  });

  test('as the server has it, nothing of it is on its way [3.17]', () => {
    const line = { variantId: 'var_a', quantity: 2, unitPriceMinor: 1_050, lineTotalMinor: 0 };
    expect(cartState([line])).toEqual({
      cart: [{ ...line, lineTotalMinor: 2_100 }],
      totalAmount: 2_100,
      updateCart: false,
    });
  });
});

describe('the user', () => {
  test('nobody is known at the start, and that is still being found out [3.18, 4.15]', () => {
    expect(initialState).toMatchObject({ user: null, admin: false, loading: true, error: '' });
  });

  test('set user ends the loading and clears old errors [3.22, 4.16, 8.8]', () => {
    const state = { ...initialState, error: 'Wrong password.' };
    expect(setUser(state, nora)).toMatchObject({
      user: nora,
      admin: false,
      loading: false,
      error: '',
    });
    expect(setUser(state, nora, true).admin).toBe(true);
  });

  test('signing out forgets the user and the admin [4.18]', () => {
    const signedIn = setUser(initialState, nora, true);
    expect(setUser(signedIn, null)).toMatchObject({ user: null, admin: false, loading: false });
  });
});
