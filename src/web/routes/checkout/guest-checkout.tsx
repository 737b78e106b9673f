import { redirect } from 'react-router';
import { withReturnPath } from '#features/accounts/return-path.ts';
import { getCart } from '#features/cart/cart.ts';
import { findGuestDetails, guestDetails, setGuestDetails } from '#features/checkout/checkout.ts';
import { redirectToCart } from '../../components/page/cart-notices.ts';
import { privatePage } from '../../components/page/page-title.ts';
import { requireCheckOut } from '../../guest-guards.ts';
import { submitForm } from '../../posted-form.ts';
import { orErrorPage, readForm } from '../../respond.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { AddressEditor } from '../account/addresses/address-editor.tsx';
import { respondToAddress } from '../account/addresses/change-addresses.ts';
import {
  formOfCountry,
  formOfOtherCountry,
  GUEST_PURPOSE,
  loadGuestForm,
} from '../account/addresses/form-data.ts';
import type { Route } from './+types/guest-checkout.ts';

export const meta = () => privatePage('Checkout', 'Ordering without an account.');

/** For guests: 'Log in', or the email and address of an order without an account. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = visitOf(context);
  if (requireCheckOut(visit, url)) throw redirect('/checkOut');
  const { ctx, actor } = visit;
  const cart = await orErrorPage(getCart(ctx, actor));
  if (!cart.id || cart.lines.length === 0) throw redirectToCart('cart-first');
  const entered = await orErrorPage(findGuestDetails(ctx, actor, cart.id));
  return orErrorPage(loadGuestForm(visit, entered));
}

/** Shows the form of another country, or stores what the guest entered. */
export async function action({ url, context }: Route.ActionArgs) {
  const visit = visitOf(context);
  if (requireCheckOut(visit, url)) throw redirect('/checkOut');
  const form = await readForm(context);
  if (form.get('intent') === 'country') {
    const other = formOfOtherCountry(form, GUEST_PURPOSE);
    return respondToAddress({ ...other, result: null }, { status: 200 });
  }
  const { refused } = await submitForm(form, guestDetails, (details) =>
    setGuestDetails(visit.ctx, visit.actor, details),
  );
  if (!refused) return redirect('/checkOut');
  const shown = formOfCountry(form, GUEST_PURPOSE);
  return respondToAddress({ ...shown, result: refused.result }, refused.init);
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function GuestCheckout({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page-width max-w-3xl pb-section">
      <PageHeading title="Checkout" />
      <section aria-labelledby="log-in-title" className="mb-10 rounded-panel bg-tint p-6">
        <h2 id="log-in-title" className="text-heading">
          With an account
        </h2>
        <p className="mt-2 mb-4">It keeps your addresses and your orders together.</p>
        <ButtonLink to={withReturnPath('/login', '/checkOut')}>Log in</ButtonLink>
      </section>
      <h2 className="mb-2 text-heading">Without an account</h2>
      <p className="mb-6 text-ink-soft">
        We send the link of your order to this email address, and the parcel to this address.
      </p>
      <AddressEditor
        shown={loaderData}
        response={actionData}
        submitLabel="Continue as guest"
        back="/shoppingCart"
        withEmail
      />
    </div>
  );
}
