import { memo, useId } from 'react';
import { Form, href, Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { dollars } from '../dollars.ts';
import { useShopPanels } from '../page/shop-panels.tsx';
import { ProductPicture } from '../picture/product-picture.tsx';
import { noteDeparture } from '../picture/travelling-picture.ts';
import { ColourList } from './colour-swatch.tsx';
import type { ProductCardView } from './product-card-view.ts';

/** A product in a list: one link, and its two buttons. Both are forms, so they work at once. */
export const ProductCard = memo(function ProductCard({
  product,
  returnTo,
  priority = false,
  sizes = '(min-width: 1344px) 395px, (min-width: 1024px) 29vw, (min-width: 640px) 45vw, 92vw',
}: {
  product: ProductCardView;
  /** The page that the card is on. */
  returnTo: string;
  priority?: boolean;
  /** How wide the picture is shown, where that is not a third of the page. */
  sizes?: string;
}) {
  const panels = useShopPanels();
  const titleId = useId();
  const path = href('/product/:id', { id: product.slug });
  const { name, image, soldOut, onlyVariantId } = product;
  const fetcherKey = `add-${product.id}`;

  return (
    <article className="group flex h-full flex-col" aria-labelledby={titleId}>
      <Link
        to={path}
        onClick={({ currentTarget }) => noteDeparture(path, currentTarget.firstElementChild)}
        className="block rounded-card"
      >
        <ProductPicture
          url={image?.url ?? null}
          // What only repeats the name would be read out twice.
          alt={image && image.alt !== name ? image.alt : ''}
          sizes={sizes}
          priority={priority}
          className="rounded-card"
        />
        <h3 id={titleId} className="mt-4 text-heading underline-offset-4 group-hover:underline">
          {name}
        </h3>
      </Link>
      <p className="mt-1 mb-2 flex flex-wrap items-baseline gap-x-3">
        <span className="tabular-nums">
          {product.priceVaries ? 'from ' : null}
          {dollars(product.priceMinor)}
        </span>
        {soldOut ? <span className="text-sm font-semibold text-danger">Sold out</span> : null}
      </p>
      <ColourList colours={product.colours} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: fetches the code of what its buttons open */}
      <div
        className="mt-auto flex flex-wrap gap-2 pt-4"
        onPointerEnter={panels.prepareCards}
        onFocus={panels.prepareCards}
      >
        {onlyVariantId ? (
          <Form
            method="post"
            action="/cart"
            navigate={false}
            fetcherKey={fetcherKey}
            onSubmit={(event) => {
              if (!panels.confirmAdded(product, fetcherKey)) event.preventDefault();
            }}
            className="flex flex-1"
          >
            <input type="hidden" name="intent" value="add" />
            <input type="hidden" name="variantId" value={onlyVariantId} />
            <input type="hidden" name="quantity" value="1" />
            <input type="hidden" name="returnTo" value={returnTo} />
            <Button look="solid" className="flex-1" disabled={soldOut} aria-describedby={titleId}>
              Add To Cart
            </Button>
          </Form>
        ) : (
          // There is a size or a colour to choose first: in the quick view, or on the product page.
          <QuickViewForm path={path} product={product} className="flex flex-1">
            <Button look="solid" className="flex-1" disabled={soldOut} aria-describedby={titleId}>
              Add To Cart
            </Button>
          </QuickViewForm>
        )}
        <QuickViewForm path={path} product={product} className="flex">
          <Button aria-describedby={titleId}>Quick View</Button>
        </QuickViewForm>
      </div>
    </article>
  );
});

function QuickViewForm({
  path,
  product,
  className,
  children,
}: {
  path: string;
  product: ProductCardView;
  className: string;
  children: React.ReactNode;
}) {
  const panels = useShopPanels();
  return (
    <form
      method="get"
      action={path}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        panels.openQuickView(product);
      }}
    >
      {children}
    </form>
  );
}
