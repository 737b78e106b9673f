import { Form } from 'react-router';
import {
  MAX_BOOSTS,
  MAX_PINNED,
  type PinsWithProducts,
} from '#features/merchandising/pins.schema.ts';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { ShownIds } from '../../../components/console/row-order/stored-order-list.tsx';
import { LONGEST_TEXT } from '../../../list-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ShownBoosts } from './boost-list.tsx';

/** A product that a search of staff found. */
export interface FoundProduct {
  id: string;
  name: string;
  /** Its SKU and, where it is not in the shop, its status. */
  about: string;
}

/** Finds a product by name, brand, SKU or barcode, and pins it as the last one, or boosts it. */
export function FindProduct({
  q,
  found,
  pins,
}: {
  q: string | null;
  found: FoundProduct[];
  pins: PinsWithProducts;
}) {
  return (
    <section aria-labelledby="add-product">
      <h2 id="add-product" className="mb-2 font-sans font-semibold">
        Add a product
      </h2>
      <Form method="get" preventScrollReset className="flex gap-2">
        <input
          key={q}
          type="search"
          name="q"
          aria-label="Name, brand, SKU or barcode"
          placeholder="Name, brand, SKU or barcode"
          defaultValue={q ?? ''}
          maxLength={LONGEST_TEXT}
          autoComplete="off"
          className={DENSE_CONTROL}
        />
        <Button className={DENSE_BUTTON}>Find</Button>
      </Form>
      {pins.products.length >= MAX_PINNED ? (
        <p className="mt-1 text-sm text-ink-soft">
          {MAX_PINNED} products are pinned, which is the most there can be.
        </p>
      ) : null}
      {q === null ? null : <FoundProducts found={found} pins={pins} />}
    </section>
  );
}

function FoundProducts({ found, pins }: { found: FoundProduct[]; pins: PinsWithProducts }) {
  if (found.length === 0) {
    return (
      <p role="status" className="mt-2 text-ink-soft">
        No other product was found.
      </p>
    );
  }
  return (
    <Form method="post" preventScrollReset className="mt-2">
      <ShownIds rows={pins.products} />
      <ShownBoosts boosts={pins.boosts} />
      <ul
        aria-label="Found products"
        className="divide-y divide-line rounded-card border border-line"
      >
        {found.map(({ id, name, about }) => (
          <li
            key={id}
            className="flex min-h-12 items-center gap-3 bg-surface px-3 py-1 first:rounded-t-card last:rounded-b-card"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {name} <span className="text-sm text-ink-soft">{about}</span>
            </span>
            {pins.products.length < MAX_PINNED ? (
              <Button name="add" value={id} aria-label={`Pin ${name}`} className={DENSE_BUTTON}>
                Pin
              </Button>
            ) : null}
            {pins.boosts.length < MAX_BOOSTS ? (
              <Button name="boost" value={id} aria-label={`Boost ${name}`} className={DENSE_BUTTON}>
                Boost
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Form>
  );
}
