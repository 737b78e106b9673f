import type { Texts } from '#features/texts/texts.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { lineProblem } from '../../../components/cart/line-problem.ts';
import type { ShownCart } from '../../../components/cart/pending-cart.ts';
import { TotalRows } from '../../../components/cart/total-rows.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { SumRow } from '../../../ui/sum-row.tsx';

interface GrandTotalProps {
  texts: Texts<'cart'>;
  cart: ShownCart;
  /** Whether the typed place differs from that of the estimate. */
  estimateEdited: boolean;
}

/** The total of the cart, and the button to check out once the shipping is known. */
export function GrandTotal({ texts, cart, estimateEdited }: GrandTotalProps) {
  const known = cart.shippingMinor !== null && cart.totalMinor !== null;
  const problem = cart.lines.some(lineProblem);
  return (
    <section
      aria-labelledby="total-title"
      aria-busy={cart.unsaved}
      className="rounded-panel bg-tint p-6"
    >
      <h2 id="total-title" className="text-heading">
        {texts.grandTotal}
      </h2>
      <Sums texts={texts} cart={cart} />
      {known && !problem && !estimateEdited ? (
        <ButtonLink look="accent" to="/checkOut" className="mt-6 w-full">
          {texts.checkout}
        </ButtonLink>
      ) : (
        <>
          <Button
            type="button"
            look="accent"
            disabled
            aria-describedby="checkout-hint"
            className="mt-6 w-full"
          >
            {texts.checkout}
          </Button>
          <p id="checkout-hint" className="mt-2 text-sm text-ink-soft">
            {problem
              ? 'Something in your cart cannot be ordered as it is: see what is marked.'
              : `Say where it goes and press ${texts.update} to see what shipping costs.`}
          </p>
        </>
      )}
    </section>
  );
}

function Sums({ texts, cart }: { texts: Texts<'cart'>; cart: ShownCart }) {
  return (
    <dl className="mt-5 space-y-3">
      <SumRow term={texts.subTotal} value={formatMoney(cart.subtotalMinor)} />
      <SumRow
        term={texts.shippingCost}
        value={
          cart.shippingMinor === null
            ? cart.city
              ? 'No delivery there'
              : 'Not known yet'
            : formatMoney(cart.shippingMinor)
        }
      />
      {cart.totalMinor === null ? null : (
        <TotalRows
          term={texts.total}
          taxes={cart.taxes.sums}
          isIncluded={cart.taxes.isIncluded}
          totalMinor={cart.totalMinor}
        />
      )}
    </dl>
  );
}
