/**
 * Owns postal addresses: their rules by country, and the address book of each account. Promises: an
 * account changes its own addresses alone, and only staff see those of others; one that has addresses
 * has one default; an edit of an older state is refused. Orders keep their own copy (`orders/order-address.ts`), so no
 * change here reaches an order.
 */
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { requireLiveSession } from '../accounts/accounts.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireUser } from '../permissions.ts';
import { viewAddress } from './address-lines.ts';
import { type Address, MAX_ADDRESSES, type SavedAddress } from './addresses.schema.ts';
import {
  type AddressRow,
  deleteAddress,
  deleteAddresses,
  insertAddress,
  lockAddress,
  markDefault,
  selectAddress,
  selectAddresses,
  selectOldest,
  updateAddress,
} from './addresses.store.ts';

export { addressInput, estimateInput } from './address-input.ts';
export { viewAddress } from './address-lines.ts';
export {
  addressForm,
  cityOf,
  countryCodes,
  countryName,
  isCountry,
  placeFields,
} from './country-formats.ts';
export { callingCodes } from './phone.ts';
export { requireCountry, requireRegion } from './typed-place.ts';

/** The caller's addresses: the default, then the newest. */
export async function listAddresses(ctx: Ctx, actor: Actor): Promise<SavedAddress[]> {
  return (await selectAddresses(ctx.db, requireUser(actor).id)).map(toSaved);
}

/** The addresses of any account (admin): the default, then the newest. */
export async function listAddressesOf(
  ctx: Ctx,
  actor: Actor,
  userId: string,
): Promise<SavedAddress[]> {
  requireAdmin(actor);
  return (await selectAddresses(ctx.db, userId)).map(toSaved);
}

/** One of the caller's addresses; 404 for all others. */
export async function getAddress(ctx: Ctx, actor: Actor, id: string): Promise<SavedAddress> {
  return toSaved(found(await selectAddress(ctx.db, requireUser(actor).id, id)));
}

/**
 * 404 unless this is one of the caller's addresses. It is not removed before the transaction ends.
 */
export async function requireAddress(tx: Tx, actor: Actor, id: string): Promise<void> {
  found(await lockAddress(tx, requireUser(actor).id, id));
}

/**
 * Adds an address. The first one is the default. Returns the existing one if it has the same parts.
 */
export async function addAddress(
  ctx: Ctx,
  actor: Actor,
  address: Address,
  { asDefault = false }: { asDefault?: boolean } = {},
): Promise<SavedAddress> {
  return changeBook(ctx, actor, async (tx, userId) => {
    const book = await selectAddresses(tx, userId);
    const same = book.find((row) => isSame(row, address));
    if (!same && book.length >= MAX_ADDRESSES) {
      throw new AppError(
        'invalid_request',
        `You can keep at most ${MAX_ADDRESSES} addresses. Please remove one first.`,
      );
    }
    const at = ctx.now();
    const isDefault = book.length === 0;
    const fresh = { ...address, id: newId('adr'), userId, isDefault, createdAt: at, updatedAt: at };
    const row = same ?? (await insertAddress(tx, fresh));
    if (!asDefault || row.isDefault) return toSaved(row);
    await markDefault(tx, userId, row.id);
    return toSaved({ ...row, isDefault: true });
  });
}

/**
 * Changes one of the caller's addresses; 412 `edit_conflict` when it was changed since that
 * version, unless it already is what is asked for.
 */
export async function changeAddress(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { address, version }: { address: Address; version: number },
): Promise<SavedAddress> {
  return changeBook(ctx, actor, async (tx, userId) => {
    const row = found(await selectAddress(tx, userId, id));
    if (isSame(row, address)) return toSaved(row);
    const changed = await updateAddress(tx, { id, version }, address, ctx.now());
    if (changed) return toSaved(changed);
    throw new AppError(
      'edit_conflict',
      'This address was changed meanwhile. Please look at it again.',
      {
        details: { current: toSaved(row) },
      },
    );
  });
}

/** Makes one of the caller's addresses the default. */
export async function makeDefault(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  await changeBook(ctx, actor, async (tx, userId) => {
    found(await selectAddress(tx, userId, id));
    await markDefault(tx, userId, id);
  });
}

/** Removes one of the caller's addresses. When it was the default, the oldest one becomes it. */
export async function removeAddress(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ deletedCount: number }> {
  return changeBook(ctx, actor, async (tx, userId) => {
    const gone = await deleteAddress(tx, userId, id);
    const next = gone?.isDefault ? await selectOldest(tx, userId) : undefined;
    if (next) await markDefault(tx, userId, next.id);
    return { deletedCount: gone ? 1 : 0 };
  });
}

/** Removes all addresses of an account, in the caller's transaction. */
export async function removeAddressBook(tx: Tx, userId: string): Promise<void> {
  await lockBook(tx, userId);
  await deleteAddresses(tx, userId);
}

/** One change of an account's address book at a time, so that its limit and its default hold. */
function changeBook<T>(
  ctx: Ctx,
  actor: Actor,
  change: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  const { id: userId } = requireUser(actor);
  return inTransaction(ctx.db, async (tx) => {
    await lockBook(tx, userId);
    // Somebody who was signed out while this waited must not add an address (`removeAddressBook`).
    await requireLiveSession(ctx, tx, actor);
    return change(tx, userId);
  });
}

function lockBook(tx: Tx, userId: string): Promise<void> {
  return lockInTransaction(tx, `addresses-of:${userId}`);
}

function found(row: AddressRow | undefined): AddressRow {
  if (!row) throw new AppError('not_found', 'There is no such address.');
  return row;
}

/** Whether two addresses have the same parts. */
export function isSame(a: Address, b: Address): boolean {
  const text = (of: Address) =>
    JSON.stringify([
      ...[of.recipient, of.company, of.line1, of.line2, of.city],
      ...[of.region, of.postcode, of.country, of.phone],
    ]);
  return text(a) === text(b);
}

/** A row of the address book as pages show it. */
export function toSaved(
  row: Address & Pick<AddressRow, 'id' | 'isDefault' | 'version'>,
): SavedAddress {
  const { id, isDefault, version } = row;
  return { id, isDefault, version, ...viewAddress(row) };
}
