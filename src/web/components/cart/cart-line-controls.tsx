import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFetcher } from 'react-router';
import { itemName } from '#shared/variant-options.ts';
import { IconButton } from '../../ui/button.tsx';
import { type CartResult, lineFetcherKey } from './cart-result.ts';
import { lineProblem } from './line-problem.ts';
import type { ShownLine } from './pending-cart.ts';
import { QUANTITY_LIMIT } from './quantity-limit.ts';

/** Minus and plus of a line. Each button has its own form, so it works without script. */
export function LineQuantity({ line }: { line: ShownLine }) {
  const fetcher = useFetcher<CartResult>({ key: lineFetcherKey(line.variantId) });
  const title = itemName(line);
  const problem = lineProblem(line);
  const left = problem && line.onSale && line.available;
  return (
    <div>
      <fetcher.Form method="post" action="/cart" tabIndex={-1} aria-label={title}>
        <input type="hidden" name="intent" value="set" />
        <input type="hidden" name="variantId" value={line.variantId} />
        <input type="hidden" name="from" value={line.storedQuantity} />
        <input type="hidden" name="returnTo" value="/shoppingCart" />
        <span className="inline-flex items-center rounded-control border border-line">
          <IconButton
            type="submit"
            name="quantity"
            value={line.quantity - 1}
            disabled={line.quantity <= 1}
            label={`One less of ${title}`}
            small
          >
            <Minus aria-hidden="true" className="size-3.5" />
          </IconButton>
          <span className="min-w-7 text-center tabular-nums">
            <span className="sr-only">Quantity: </span>
            {line.quantity}
          </span>
          <IconButton
            type="submit"
            name="quantity"
            value={line.quantity + 1}
            disabled={problem !== null || line.quantity >= QUANTITY_LIMIT}
            label={`One more of ${title}`}
            small
          >
            <Plus aria-hidden="true" className="size-3.5" />
          </IconButton>
        </span>
        {left ? (
          <button
            type="submit"
            name="quantity"
            value={left}
            aria-label={`Take ${left} of ${title}`}
            // The button goes away with the problem.
            onClick={({ currentTarget }) => currentTarget.form?.focus()}
            className="link block min-h-9"
          >
            Take {left}
          </button>
        ) : null}
      </fetcher.Form>
      {fetcher.data && !fetcher.data.ok ? (
        <p role="alert" className="mt-1 text-sm text-danger">
          {fetcher.data.message}
        </p>
      ) : null}
    </div>
  );
}

export function RemoveLine({ line, onRemove }: { line: ShownLine; onRemove: () => void }) {
  const fetcher = useFetcher<CartResult>({ key: lineFetcherKey(line.variantId) });
  return (
    <fetcher.Form method="post" action="/cart" onSubmit={onRemove}>
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="variantId" value={line.variantId} />
      <input type="hidden" name="from" value={line.storedQuantity} />
      <input type="hidden" name="returnTo" value="/shoppingCart" />
      <IconButton type="submit" label={`Remove ${itemName(line)}`} small>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </fetcher.Form>
  );
}

/** Shows the problem of a line, if it has one. */
export function LineWarning({ line }: { line: ShownLine }) {
  const text = lineProblem(line);
  return text ? <p className="text-sm font-medium text-danger">{text}</p> : null;
}
