import { data, redirect } from 'react-router';
import { findLinkedOrder, mayHaveGuestOrders } from '#features/orders/orders.ts';
import { FormPage } from '../../components/page/form-page.tsx';
import { privatePage } from '../../components/page/page-title.ts';
import { visitOf } from '../../shop-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/order-link.ts';

export const meta = () => privatePage('Your order', 'The link of an order without an account.');

/** The address has a secret, which goes to nobody else. */
const SECRET = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/** Pages of an order, besides its own, by the name in a link. */
const PAGES = new Map([
  ['payment', 'checkOut'],
  ['returns', 'returnOrder'],
]);

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

/**
 * The secret link of a guest's order: gives the browser the link as a cookie, and redirects to the
 * page of the order, of its payment or of its returns, whose addresses have no secret.
 */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { ctx, keepOrderLink } = visitOf(context);
  const orderId = await findLinkedOrder(ctx, params.token);
  if (orderId === null) {
    return data({ canFind: await mayHaveGuestOrders(ctx) }, { status: 404, headers: SECRET });
  }
  keepOrderLink(params.token);
  const page = PAGES.get(url.searchParams.get('to') ?? '') ?? 'myOrders';
  throw redirect(`/${page}/${orderId}`, { headers: SECRET });
}

export default function OrderLink({ loaderData }: Route.ComponentProps) {
  return (
    <FormPage
      title="That link does not work"
      intro="It may be incomplete, or its order is in an account now. Log in to see your orders."
    >
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/login?from=%2FmyOrders" look="accent">
          Log in
        </ButtonLink>
        {loaderData.canFind ? <ButtonLink to="/findOrder">Find an order</ButtonLink> : null}
      </div>
    </FormPage>
  );
}
