import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { itemName } from '#shared/variant-options.ts';
import { type CartResult, lineFetcherKey } from './cart-result.ts';
import type { ShownLine } from './pending-cart.ts';

/**
 * Says which line was removed from the cart, and restores it. `onUndo` runs when it was restored.
 */
export function RemovedLine({ line, onUndo }: { line: ShownLine; onUndo: () => void }) {
  // The key keeps the response when this component is shown elsewhere, because the cart was empty.
  const fetcher = useFetcher<CartResult>({ key: `restored-line-${line.variantId}` });
  const response = fetcher.state === 'idle' ? fetcher.data : undefined;
  const isBack = response?.ok === true;
  const removing = useFetcher({ key: lineFetcherKey(line.variantId) }).state !== 'idle';
  const [asked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // Waits for the removal. If both were sent at the same time, the removal could arrive last.
  useEffect(() => {
    if (!asked || removing) return;
    setAsked(false);
    form.current?.requestSubmit();
  }, [asked, removing]);

  useEffect(() => {
    if (!isBack) return;
    // This component disappears, and would take the focus with it.
    if (form.current?.contains(document.activeElement)) {
      form.current.closest<HTMLElement>('[role=dialog], main')?.focus({ preventScroll: true });
    }
    onUndo();
  }, [isBack, onUndo]);

  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/cart"
      onSubmit={(event) => {
        if (removing) setAsked(true);
        if (removing || fetcher.state !== 'idle') event.preventDefault();
      }}
      className="flex items-center justify-between gap-3 rounded-card bg-tint px-4 py-2 text-[0.9375rem]"
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variantId" value={line.variantId} />
      <input type="hidden" name="quantity" value={line.quantity} />
      <input type="hidden" name="returnTo" value="/shoppingCart" />
      <p role="status">
        {response?.ok === false ? response.message : `Removed ${itemName(line)}.`}
      </p>
      <button
        type="submit"
        // The button that was pressed disappears with its line, so the focus moves here.
        ref={focusWithoutScroll}
        className="link min-h-9 shrink-0 font-semibold"
      >
        Undo
      </button>
    </fetcher.Form>
  );
}

function focusWithoutScroll(button: HTMLButtonElement | null) {
  button?.focus({ preventScroll: true });
}
