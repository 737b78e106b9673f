import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { itemName } from '#shared/variant-options.ts';
import { IconButton } from '../../ui/button.tsx';
import { type CartResult, lineFetcherKey } from './cart-result.ts';
import { lineProblem } from './line-problem.ts';
import type { ShownLine } from './pending-cart.ts';
import { QUANTITY_LIMIT } from './quantity-limit.ts';

/** Minus and plus of a line, and its quantity as a field. They work without script. */
export function LineQuantity({ line }: { line: ShownLine }) {
  const { fetcher, submit, typed, setTyped } = useLineForm(line);
  const title = itemName(line);
  const quantity = Number(typed) || line.quantity;
  const problem = lineProblem(line);
  const left = problem && line.onSale && line.available;
  return (
    <div>
      <fetcher.Form
        method="post"
        action="/cart"
        tabIndex={-1}
        aria-label={title}
        onSubmit={submit}
        onBlur={({ currentTarget, relatedTarget }) => {
          // A button of the form goes on from what was typed.
          if (typed === null || currentTarget.contains(relatedTarget)) return;
          if (currentTarget.checkValidity()) currentTarget.requestSubmit();
          else setTyped(null);
        }}
      >
        {/* The first button is the one of the Enter key. */}
        <button type="submit" hidden />
        <LineFields line={line} intent="set" />
        <span className="inline-flex items-center rounded-control border border-line">
          <IconButton
            type="submit"
            name="quantity"
            value={quantity - 1}
            disabled={quantity <= 1}
            label={`One less of ${title}`}
            small
          >
            <Minus aria-hidden="true" className="size-3.5" />
          </IconButton>
          <QuantityField
            label={`Quantity of ${title}`}
            value={typed ?? line.quantity}
            onType={setTyped}
          />
          <IconButton
            type="submit"
            name="quantity"
            value={quantity + 1}
            disabled={problem !== null || quantity >= QUANTITY_LIMIT}
            label={`One more of ${title}`}
            small
          >
            <Plus aria-hidden="true" className="size-3.5" />
          </IconButton>
        </span>
        {left ? <TakeLeft left={left} title={title} /> : null}
      </fetcher.Form>
      <Refused result={fetcher.data} />
    </div>
  );
}

/**
 * The form of a line's quantity. The shop carries out two changes at once in any order, so a change
 * waits until the one before has its response, and only the last one that waits is sent.
 *
 * React Router shows what is sent a moment after the press. Until then the quantity stays in
 * `typed`, because a second press goes on from the number that is shown.
 */
function useLineForm(line: ShownLine) {
  const fetcher = useFetcher<CartResult>({ key: lineFetcherKey(line.variantId) });
  const [typed, setTyped] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  const waits = useRef<HTMLFormElement | null>(null);
  const { state, data } = fetcher;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a fast response may only be seen by its data.
  useEffect(() => {
    setTyped((quantity) => (quantity === sent.current ? null : quantity));
    if (state === 'submitting') return;
    sent.current = null;
    const form = waits.current;
    waits.current = null;
    form?.requestSubmit();
  }, [state, data]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const quantity = pressed?.value || (typed ?? String(line.quantity));
    setTyped(quantity);
    if (sent.current === null) sent.current = quantity;
    else {
      event.preventDefault();
      waits.current = quantity === sent.current ? null : event.currentTarget;
    }
  };
  return { fetcher, submit, typed, setTyped };
}

function QuantityField({
  label,
  value,
  onType,
}: {
  label: string;
  value: string | number;
  onType: (typed: string) => void;
}) {
  return (
    <input
      // A button's quantity counts before this one.
      name="typed"
      aria-label={label}
      type="number"
      inputMode="numeric"
      autoComplete="off"
      min={1}
      max={QUANTITY_LIMIT}
      required
      value={value}
      onChange={(event) => onType(event.target.value)}
      className="h-9 w-8 [appearance:textfield] rounded-control bg-transparent text-center tabular-nums [&::-webkit-inner-spin-button]:appearance-none"
    />
  );
}

/** Why a change of a line was refused, if it was. */
function Refused({ result }: { result: CartResult | undefined }) {
  if (!result || result.ok) return null;
  return (
    <p role="alert" className="mt-1 text-sm text-danger">
      {result.message}
    </p>
  );
}

/** What a form about a line sends. */
function LineFields({ line, intent }: { line: ShownLine; intent: 'set' | 'remove' }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="variantId" value={line.variantId} />
      <input type="hidden" name="from" value={line.storedQuantity} />
      <input type="hidden" name="returnTo" value="/shoppingCart" />
    </>
  );
}

/** Takes the last ones of a line that wants more. */
function TakeLeft({ left, title }: { left: number; title: string }) {
  return (
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
  );
}

export function RemoveLine({ line, onRemove }: { line: ShownLine; onRemove: () => void }) {
  const fetcher = useFetcher<CartResult>({ key: lineFetcherKey(line.variantId) });
  return (
    <fetcher.Form method="post" action="/cart" onSubmit={onRemove}>
      <LineFields line={line} intent="remove" />
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
