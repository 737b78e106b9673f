import { Form, redirect } from 'react-router';
import { listAddresses } from '#features/addresses/addresses.ts';
import { getCart } from '#features/cart/cart.ts';
import { findDelivery } from '#features/checkout/checkout.ts';
import { addressNotices } from '../../components/page/address-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { requireCustomerOf } from '../../guest-guards.ts';
import { orErrorPage, readForm, requireSignIn } from '../../respond.ts';
import { type Visit, visitOf } from '../../shop-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { Route } from './+types/addresses.ts';
import { AddressBook } from './addresses/address-book.tsx';
import { AddressEditor } from './addresses/address-editor.tsx';
import { changeAddresses } from './addresses/change-addresses.ts';
import { loadAddressForm } from './addresses/form-data.ts';
import { type Purpose, purposeParams, readPurpose } from './addresses/purpose.ts';

export const handle = { notices: addressNotices };

export const meta = () => privatePage('Addresses', 'Where your orders and bills go.');

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

/** The address book; with an id, or for an order, the form of one address. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const purpose = readPurpose(url);
  await requireVisitor(visit, url, purpose);
  const { id } = params;
  if (id || purpose.kind === 'order') {
    const edited = id && id !== 'new' ? id : null;
    const editor = await orErrorPage(loadAddressForm(visit, purpose, edited));
    return { purpose, isNew: !edited, editor, book: null };
  }
  const addresses = await orErrorPage(listAddresses(visit.ctx, visit.actor));
  if (addresses.length === 0 && purpose.kind !== 'book') {
    throw redirect(`/account/addresses/new${purposeParams(purpose)}`);
  }
  const chosenId = purpose.kind === 'book' ? null : await findChosen(visit, purpose.kind);
  const book = { addresses, chosenId, removingId: url.searchParams.get('remove') };
  return { purpose, isNew: false, editor: null, book };
}

/** A guest may add the address of their own order. */
async function requireVisitor(visit: Visit, url: URL, purpose: Purpose): Promise<void> {
  if (purpose.kind === 'order') await requireCustomerOf(visit, url, purpose.orderId);
  else requireSignIn(visit, url);
}

async function findChosen({ ctx, actor }: Visit, kind: 'delivery' | 'billing') {
  const delivery = await orErrorPage(getCart(ctx, actor).then((c) => findDelivery(ctx, actor, c)));
  return delivery[kind]?.id ?? null;
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  const purpose = readPurpose(url);
  await requireVisitor(visit, url, purpose);
  return changeAddresses(visit, await readForm(context), purpose, params.id);
}

export default function Addresses({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, isNew, editor, book } = loaderData;
  return (
    <div className="page-width max-w-3xl pb-section">
      <PageHeading title={titleOf(purpose, isNew, editor)} />
      {actionData?.message && !(editor && actionData.result) ? (
        <Notice tone="danger" className="mb-6">
          {actionData.message}
        </Notice>
      ) : null}
      {editor ? (
        <AddressEditor
          shown={editor}
          response={actionData}
          submitLabel={submitLabels[purpose.kind]}
          back={backOf(purpose)}
        />
      ) : null}
      {purpose.kind === 'billing' && book ? <SameAddress /> : null}
      {book ? <AddressBook purpose={purpose} {...book} /> : null}
    </div>
  );
}

function SameAddress() {
  return (
    <Form method="post" className="mb-8">
      <Button name="intent" value="same">
        The same as the delivery address
      </Button>
    </Form>
  );
}

const submitLabels: Record<Purpose['kind'], string> = {
  book: 'Save address',
  delivery: 'Deliver to this address',
  billing: 'Bill to this address',
  order: 'Save address',
};

function titleOf(
  purpose: Purpose,
  isNew: boolean,
  editor: { orderNumber: string | null } | null,
): string {
  if (editor?.orderNumber) return `Delivery address of order ${editor.orderNumber}`;
  const { kind } = purpose;
  if (kind === 'delivery') return 'Delivery address';
  if (kind === 'billing') return 'Billing address';
  if (!editor) return 'Addresses';
  return isNew ? 'New address' : 'Edit address';
}

function backOf(purpose: Purpose): string {
  if (purpose.kind === 'order') {
    const { orderId, back } = purpose;
    if (back === 'order') return `/admin/orders/${orderId}`;
    return back ? '/AllOrders' : `/checkOut/${orderId}`;
  }
  if (purpose.kind === 'book') return '/account/addresses';
  return '/checkOut';
}
