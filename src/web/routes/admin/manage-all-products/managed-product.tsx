import { Form } from 'react-router';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { firstCharacters } from '#shared/first-characters.ts';
import { formatMoney } from '#shared/money.ts';
import { isFew, isSoldOut, soldOutOf, unitsOf } from '#shared/stock.ts';
import { shop } from '#shop-config';
import { ProductImage } from '../../../components/image/product-image.tsx';
import { KeptParams } from '../../../components/kept-params.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SELECTION_FORM } from './selection-bar.tsx';

/** The most characters of a description that a card shows. */
const EXCERPT_LENGTH = 100;

/** A product in the list that admins manage. */
export interface ManagedView {
  id: string;
  name: string;
  category: string;
  priceMinor: number;
  imageUrl: string | null;
  excerpt: string;
  /** Whether the description is longer than its shown part. */
  isCut: boolean;
  /** Units of all variants. */
  units: number;
  variantCount: number;
  soldOutVariants: number;
}

export function toManaged(product: ProductDetail): ManagedView {
  const { id, name, category, priceMinor, image, descriptions, variants } = product;
  const excerpt = firstCharacters(descriptions, EXCERPT_LENGTH);
  return {
    id,
    name,
    category,
    priceMinor,
    imageUrl: image?.url ?? null,
    excerpt,
    isCut: excerpt !== descriptions,
    units: unitsOf(variants),
    variantCount: variants.length,
    soldOutVariants: soldOutOf(variants).length,
  };
}

export function ManagedProduct({
  product,
  selected,
  onSelect,
}: {
  product: ManagedView;
  selected: boolean;
  onSelect: (id: string, on: boolean) => void;
}) {
  const titleId = `product-${product.id}`;
  return (
    <article
      aria-labelledby={titleId}
      className={classNames(
        'flex h-full gap-4 rounded-card border bg-surface p-4',
        selected ? 'border-accent' : 'border-line',
      )}
    >
      <ProductImage
        url={product.imageUrl}
        alt=""
        sizes="96px"
        className="w-24 shrink-0 self-start rounded-control"
      />
      <div className="flex min-w-0 flex-1 flex-col items-start">
        <div className="flex w-full items-start justify-between gap-2">
          <h2 id={titleId} className="min-w-0 text-lg">
            {product.name}
          </h2>
          <label className="-mt-1 -mr-1 grid size-9 shrink-0 cursor-pointer place-items-center">
            <span className="sr-only">Select {product.name}</span>
            <input
              type="checkbox"
              form={SELECTION_FORM}
              name="remove"
              value={product.id}
              checked={selected}
              onChange={(event) => onSelect(product.id, event.target.checked)}
              className="size-5 accent-accent"
            />
          </label>
        </div>
        <p className="text-sm text-ink-soft tabular-nums">
          {product.category}, {formatMoney(product.priceMinor)}
        </p>
        <Stock {...product} />
        <p className="mt-2 mb-3 text-[0.9375rem]">
          {product.excerpt}
          {product.isCut ? <span aria-hidden="true">…</span> : null}
        </p>
        <Form preventScrollReset className="mt-auto">
          <KeptParams />
          <Button look="danger" name="remove" value={product.id} aria-describedby={titleId}>
            Remove
          </Button>
        </Form>
      </div>
    </article>
  );
}

/** Marks products that are sold out or nearly so. */
function Stock({ units, variantCount, soldOutVariants }: ManagedView) {
  const soldOut = isSoldOut(units);
  const low = isFew(units, shop.lowStockAt);
  if (!soldOut && !low && soldOutVariants === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-2 gap-y-1 text-sm">
      {soldOut || low ? (
        <span className="rounded-control bg-danger-tint px-2 py-0.5 font-semibold text-danger">
          {soldOut ? 'Sold out' : `Low stock: ${units} left`}
        </span>
      ) : null}
      {!soldOut && soldOutVariants > 0 ? (
        <span className="py-0.5 text-ink-soft">
          {soldOutVariants} of {variantCount} variants sold out
        </span>
      ) : null}
    </p>
  );
}

/** The placeholder of a product that is loading. */
export function ManagedProductSkeleton() {
  return (
    <div className="flex h-full gap-4 rounded-card border border-line bg-surface p-4">
      <Skeleton className="aspect-4/5 w-24 shrink-0 self-start" />
      <div className="flex-1">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="mt-2 h-5 w-1/2" />
        <Skeleton className="mt-3 h-16" />
        <Skeleton className="mt-3 h-11 w-24" />
      </div>
    </div>
  );
}
