import { data, redirect } from 'react-router';
import type { Address, AddressForm } from '#features/addresses/addresses.schema.ts';
import {
  addAddress,
  addressInput,
  changeAddress,
  makeDefault,
  removeAddress,
} from '#features/addresses/addresses.ts';
import { chooseAddress } from '#features/checkout/checkout.ts';
import { getOrder, setOrderAddress } from '#features/orders/orders.ts';
import { addressNotices } from '../../../components/page/address-notices.ts';
import { withNotice } from '../../../notices.ts';
import { submitForm } from '../../../posted-form.ts';
import { orRefusal, refusalInit } from '../../../respond.ts';
import type { Visit } from '../../../shop-context.ts';
import type { FormResult } from '../../../ui/use-checked-form.ts';
import { formOfCountry, formOfOtherCountry } from './form-data.ts';
import { type Purpose, purposeParams } from './purpose.ts';

export interface AddressResponse {
  /** The form of the posted country, with the typed values. */
  form: AddressForm | null;
  values: Record<string, string | null>;
  result: FormResult;
  /** Why a button without fields failed. */
  message: string | null;
}

/** Handles the forms of the address pages. `id` is the address that is edited, 'new' or absent. */
export async function changeAddresses(
  visit: Visit,
  form: FormData,
  purpose: Purpose,
  id: string | undefined,
) {
  const { ctx, actor } = visit;
  const addressId = String(form.get('addressId') ?? '');
  const intent = form.get('intent');
  switch (intent) {
    case 'country':
      return respondToAddress(
        { ...formOfOtherCountry(form, purpose), result: null },
        { status: 200 },
      );
    case 'save':
      return saveAddress(visit, form, purpose, id);
    case 'choose':
    case 'same': {
      const kind = purpose.kind === 'billing' ? 'billing' : 'delivery';
      const chosen = intent === 'same' ? null : addressId;
      return simply(chooseAddress(ctx, actor, kind, chosen), '/checkOut');
    }
    case 'default':
      return simply(
        makeDefault(ctx, actor, addressId),
        withNotice('/account/addresses', addressNotices, 'address-default'),
      );
    case 'remove': {
      const book = `/account/addresses${purposeParams(purpose)}`;
      return simply(
        removeAddress(ctx, actor, addressId),
        withNotice(book, addressNotices, 'address-removed'),
      );
    }
    default:
      return respondToAddress(
        { message: 'Please reload the page and try again.' },
        { status: 422 },
      );
  }
}

/** The version that was edited; 0 for a new address, and for an invalid version. */
function readVersion(form: FormData): number {
  const text = String(form.get('version') ?? '');
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

async function saveAddress(visit: Visit, form: FormData, purpose: Purpose, id: string | undefined) {
  const version = readVersion(form);
  const { value, refused } = await submitForm(form, addressInput, (address) =>
    storeAddress(visit, purpose, { id, address, version }),
  );
  if (!refused) return redirect(value);
  const shown = formOfCountry(form, purpose);
  return respondToAddress({ ...shown, result: refused.result }, refused.init);
}

/** Returns where to go afterwards. */
async function storeAddress(
  { ctx, actor }: Visit,
  purpose: Purpose,
  { id, address, version }: { id: string | undefined; address: Address; version: number },
): Promise<string> {
  if (purpose.kind === 'order') {
    const { orderId, back } = purpose;
    await setOrderAddress(ctx, actor, orderId, { address, version });
    if (!back) return savedNotice(`/checkOut/${orderId}`);
    if (back === 'order') return savedNotice(`/admin/orders/${orderId}`);
    const { number } = await getOrder(ctx, actor, orderId);
    return savedNotice(`/AllOrders?${new URLSearchParams({ q: number })}`);
  }
  const isNew = !id || id === 'new';
  const saved = isNew
    ? await addAddress(ctx, actor, address)
    : await changeAddress(ctx, actor, id, { address, version });
  if (purpose.kind === 'book') return savedNotice('/account/addresses');
  await chooseAddress(ctx, actor, purpose.kind, saved.id);
  return '/checkOut';
}

const savedNotice = (to: string) => withNotice(to, addressNotices, 'address-saved');

async function simply(work: Promise<unknown>, to: string) {
  const { refusal } = await orRefusal(work);
  if (!refusal) return redirect(to);
  return respondToAddress({ message: refusal.message }, refusalInit(refusal));
}

/** Fills a response of a form of an address. */
export function respondToAddress(what: Partial<AddressResponse>, init: ResponseInit) {
  const nothing: AddressResponse = { form: null, values: {}, result: null, message: null };
  return data({ ...nothing, ...what }, init);
}
