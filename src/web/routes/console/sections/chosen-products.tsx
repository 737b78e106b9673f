import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChosenProduct } from '#features/merchandising/merchandising.schema.ts';
import { MAX_CHOSEN } from '#features/merchandising/most-chosen.schema.ts';
import { counted } from '#shared/counted.ts';
import { OrderedRow } from '../../../components/console/row-order/ordered-row.tsx';
import { RowImage } from '../../../components/console/row-order/row-image.tsx';
import { type Order, useOrder } from '../../../components/console/row-order/use-order.ts';
import {
  type NamedProduct,
  useProductSearch,
} from '../../../components/console/use-staff-search.ts';
import { LONGEST_TEXT } from '../../../list-text.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { IconButton } from '../../../ui/button.tsx';

/** The products of a collection by hand: found by name, brand, SKU or barcode, and put in order. */
export function ChosenProducts({
  saved,
  form,
}: {
  saved: ChosenProduct[];
  form: RefObject<HTMLFormElement | null>;
}) {
  const [chosen, setChosen] = useState(saved);
  const announce = useAnnounce();
  const change = (next: ChosenProduct[]) => {
    setChosen(next);
    // The form has unsaved input now.
    form.current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const order = useOrder(chosen, (ids) => {
    const byId = new Map(chosen.map((one) => [one.id, one]));
    change(ids.flatMap((id) => byId.get(id) ?? []));
  });
  return (
    <div className="space-y-3">
      <p className="hidden text-sm text-ink-soft scriptless:block">
        Choosing products needs JavaScript. Those that are chosen stay.
      </p>
      <SentProducts ids={chosen.map(({ id }) => id)} />
      <ProductSearch
        chosen={chosen}
        onAdd={(product) => {
          change([...chosen, product]);
          announce(`${product.name} is added.`);
        }}
      />
      <p className="text-sm text-ink-soft">
        {counted(chosen.length, 'product')}, {MAX_CHOSEN} at most. The first is shown first.
      </p>
      <ol aria-label="Chosen products" className="divide-y divide-line">
        {chosen.map((product) => (
          <ChosenRow
            key={product.id}
            product={product}
            order={order}
            onRemove={() => {
              change(chosen.filter(({ id }) => id !== product.id));
              announce(`${product.name} is removed.`);
            }}
          />
        ))}
      </ol>
    </div>
  );
}

function ChosenRow({
  product,
  order,
  onRemove,
}: {
  product: ChosenProduct;
  order: Order;
  onRemove: () => void;
}) {
  const { name, status, imageUrl } = product;
  return (
    <OrderedRow
      order={order}
      row={product}
      needsScript
      className="min-h-14 py-1"
      actions={
        <IconButton small label={`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      }
    >
      <RowImage url={imageUrl} shape="tall" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {name}
        {status === 'active' ? null : (
          <span className="ml-2 text-sm text-ink-soft">not in the shop</span>
        )}
      </span>
    </OrderedRow>
  );
}

/** With script the form sends all ids in one field. */
function SentProducts({ ids }: { ids: string[] }) {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted ? <input type="hidden" name="products" value={ids.join(' ')} /> : null;
}

function ProductSearch({
  chosen,
  onAdd,
}: {
  chosen: ChosenProduct[];
  onAdd: (product: ChosenProduct) => void;
}) {
  const [typed, setTyped] = useState('');
  const { found } = useProductSearch(typed);
  const input = useRef<HTMLInputElement>(null);
  const others = found.filter((product) => !chosen.some(({ id }) => id === product.id));
  const isFull = chosen.length >= MAX_CHOSEN;
  const add = ({ id, name, about }: NamedProduct) => {
    const status = about?.match(/Draft|Scheduled|Archived/) ? 'draft' : 'active';
    onAdd({ id, name, status, imageUrl: null });
    if (input.current) input.current.value = '';
    setTyped('');
    input.current?.focus();
  };
  return (
    <div className="scriptless:hidden">
      <label htmlFor="choose-product" className="field-label">
        Add a product
      </label>
      <input
        ref={input}
        id="choose-product"
        type="search"
        autoComplete="off"
        placeholder="Name, brand, SKU or barcode"
        disabled={isFull}
        maxLength={LONGEST_TEXT}
        className="control"
        onInput={(event) => {
          // Typing a search does not change the collection.
          event.stopPropagation();
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = others;
          if (first) add(first);
        }}
      />
      <FoundProducts found={others} onAdd={add} />
    </div>
  );
}

function FoundProducts({
  found,
  onAdd,
}: {
  found: NamedProduct[];
  onAdd: (product: NamedProduct) => void;
}) {
  if (found.length === 0) return null;
  return (
    <ul aria-label="Found products" className="mt-1 rounded-card border border-line bg-surface">
      {found.map((product) => (
        <li key={product.id}>
          <button
            type="button"
            className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-1 text-left hover:bg-tint"
            onClick={() => onAdd(product)}
          >
            {product.name}
            <span className="text-sm text-ink-soft">{product.about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
