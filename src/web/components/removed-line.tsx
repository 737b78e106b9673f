import { useFetcher } from 'react-router';
import type { CartAnswer } from './cart-answer.ts';
import { lineTitle } from './cart-line-controls.tsx';
import type { ShownLine } from './pending-cart.ts';

/** Says what was taken out of the cart, and puts it back. */
export function RemovedLine({ line, onUndo }: { line: ShownLine; onUndo: () => void }) {
  const fetcher = useFetcher<CartAnswer>();
  return (
    <fetcher.Form
      method="post"
      action="/cart"
      onSubmit={onUndo}
      className="flex items-center justify-between gap-3 rounded-card bg-tint px-4 py-2 text-[0.9375rem]"
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variantId" value={line.variantId} />
      <input type="hidden" name="quantity" value={line.quantity} />
      <input type="hidden" name="returnTo" value="/shoppingCart" />
      <p role="status">Removed {lineTitle(line)}.</p>
      <button
        type="submit"
        // The button that was pressed is gone with its line: the next thing to press is this one.
        ref={(button) => button?.focus({ preventScroll: true })}
        className="link min-h-9 shrink-0 font-semibold"
      >
        Undo
      </button>
    </fetcher.Form>
  );
}
