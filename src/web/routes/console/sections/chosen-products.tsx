import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ChosenProduct } from '#features/merchandising/merchandising.schema.ts';
import { MAX_CHOSEN } from '#features/merchandising/most-chosen.schema.ts';
import { counted } from '#shared/counted.ts';
import { thumbOf } from '#shared/renditions.ts';
import { OrderedRow } from '../../../components/console/row-order/ordered-row.tsx';
import { type Order, useOrder } from '../../../components/console/row-order/use-order.ts';
import type { Found, SearchResult } from '../../../components/console/search-result.ts';
import { LONGEST_TEXT } from '../../../list-text.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { IconButton } from '../../../ui/button.tsx';

/** How long after a key the products are searched, in milliseconds. */
const PAUSE_MS = 200;
const EDITOR = '/admin/products/';

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
      <span className="h-11 w-9 shrink-0 overflow-hidden rounded-control bg-tint">
        {imageUrl ? (
          <img
            src={thumbOf(imageUrl)}
            alt=""
            width={36}
            height={45}
            loading="lazy"
            draggable={false}
          />
        ) : null}
      </span>
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
  const { found, search, clear } = useProductSearch();
  const input = useRef<HTMLInputElement>(null);
  const others = found.filter(({ to }) => !chosen.some(({ id }) => to === EDITOR + id));
  const isFull = chosen.length >= MAX_CHOSEN;
  const add = ({ label, about, to }: Found) => {
    const id = to.slice(EDITOR.length);
    const status = about?.match(/Draft|Scheduled|Archived/) ? 'draft' : 'active';
    onAdd({ id, name: label, status, imageUrl: null });
    if (input.current) input.current.value = '';
    clear();
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
          search(event.currentTarget.value);
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

function FoundProducts({ found, onAdd }: { found: Found[]; onAdd: (one: Found) => void }) {
  if (found.length === 0) return null;
  return (
    <ul aria-label="Found products" className="mt-1 rounded-card border border-line bg-surface">
      {found.map((one) => (
        <li key={one.to}>
          <button
            type="button"
            className="flex min-h-11 w-full flex-wrap items-center gap-x-3 px-3 py-1 text-left hover:bg-tint"
            onClick={() => onAdd(one)}
          >
            {one.label}
            <span className="text-sm text-ink-soft">{one.about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Searches shortly after each key, with the search of the command palette. */
function useProductSearch() {
  const fetcher = useFetcher<SearchResult>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState('');
  useEffect(() => () => clearTimeout(timer.current), []);
  const groups = text && fetcher.data?.text === text ? fetcher.data.groups : [];
  return {
    found: groups.find(({ title }) => title === 'Products')?.items ?? [],
    clear: () => setText(''),
    search(typed: string) {
      const wanted = typed.trim();
      setText(wanted);
      clearTimeout(timer.current);
      if (wanted === '') return;
      timer.current = setTimeout(() => {
        void fetcher.load(`/admin/search?${new URLSearchParams({ q: wanted })}`);
      }, PAUSE_MS);
    },
  };
}
