import { memo, useId } from 'react';
import { Form, href } from 'react-router';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Link } from '../../ui/link.tsx';
import { rememberDeparture } from '../image/image-transition.ts';
import { ProductImage } from '../image/product-image.tsx';
import { useShopPanels } from '../page/shop-panels.tsx';
import { useShellTexts } from '../page/visitor.ts';
import { ColorList } from './color-swatch.tsx';
import { Price } from './price.tsx';
import { choiceParams, type ProductCardView } from './product-card-view.ts';

interface ProductCardProps {
  product: ProductCardView;
  /** The page that the card is on. */
  returnTo: string;
  priority?: boolean;
  /** The `sizes` of the image, if it is not a third of the page. */
  sizes?: string;
}

/**
 * A product in a list: one link and two buttons. Both buttons are forms, so they work before the
 * script has loaded. Where a phone shows two cards side by side, they are denser.
 */
export const ProductCard = memo(function ProductCard({
  product,
  returnTo,
  priority = false,
  sizes = '(min-width: 1344px) 395px, (min-width: 1024px) 29vw, (min-width: 640px) 45vw, 92vw',
}: ProductCardProps) {
  const titleId = useId();
  const path = href('/product/:id', { id: product.slug });
  const { name, image, soldOut, shown } = product;
  const choice = shown ? choiceParams(shown) : {};
  const search = shown ? `?${new URLSearchParams(choice)}` : '';

  return (
    <article className="group flex h-full flex-col" aria-labelledby={titleId}>
      <Link
        to={path + search}
        onClick={({ currentTarget }) => rememberDeparture(path, currentTarget.firstElementChild)}
        className="block rounded-card"
      >
        <ProductImage
          url={image?.url ?? null}
          focus={image?.focus}
          // A text that repeats the name would be read out twice.
          alt={image && image.alt !== name ? image.alt : ''}
          sizes={sizes}
          priority={priority}
          className="rounded-card"
        />
        <h3
          id={titleId}
          className="mt-4 text-heading underline-offset-4 group-hover:underline dense:mt-2.5 dense:text-[1.0625rem]"
        >
          {name}
        </h3>
      </Link>
      <p className="mt-1 mb-2 flex flex-wrap items-baseline gap-x-3">
        <span className="tabular-nums">
          <Price {...product} formerMinor={product.formerMinor ?? null} />
        </span>
        {soldOut || shown?.soldOut ? (
          <span className="text-sm font-semibold text-danger">
            {soldOut ? 'Sold out' : `Sold out in ${shown?.color}`}
          </span>
        ) : null}
      </p>
      <ColorList colors={product.colors} shown={shown?.color ?? null} />
      <CardActions
        product={product}
        titleId={titleId}
        path={path}
        choice={choice}
        returnTo={returnTo}
      />
    </article>
  );
});

interface CardActionsProps {
  product: ProductCardView;
  titleId: string;
  path: string;
  /** The part of the choice that the card makes. */
  choice: Record<string, string>;
  returnTo: string;
}

/** 'Add To Cart' and 'Quick View'. */
function CardActions({ product, titleId, path, choice, returnTo }: CardActionsProps) {
  const panels = useShopPanels();
  const texts = useShellTexts();
  const fetcherKey = `add-${product.id}`;
  const add = (
    <CardButton look="solid" disabled={product.soldOut} aria-describedby={titleId}>
      {texts.addToCart}
    </CardButton>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: fetches the code of the panels that its buttons open
    <div
      className="mt-auto flex flex-wrap gap-2 pt-4 dense:flex-col dense:gap-1 dense:pt-3"
      onPointerEnter={panels.prepareCards}
      onFocus={panels.prepareCards}
    >
      {product.onlyVariantId ? (
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
          <input type="hidden" name="variantId" value={product.onlyVariantId} />
          <input type="hidden" name="quantity" value="1" />
          <input type="hidden" name="returnTo" value={returnTo} />
          {add}
        </Form>
      ) : (
        // A size or a color must be chosen first: in the quick view, or on the product page.
        <QuickViewForm path={path} choice={choice} product={product} className="flex flex-1">
          {add}
        </QuickViewForm>
      )}
      <QuickViewForm path={path} choice={choice} product={product} className="flex">
        <CardButton
          aria-describedby={titleId}
          className="dense:border-transparent dense:underline dense:underline-offset-4"
        >
          {texts.quickView}
        </CardButton>
      </QuickViewForm>
    </div>
  );
}

function CardButton({ className, ...props }: ButtonProps) {
  return (
    <Button
      {...props}
      className={classNames('flex-1 dense:min-h-9 dense:px-2 dense:text-sm', className)}
    />
  );
}

function QuickViewForm({
  path,
  choice,
  product,
  className,
  children,
}: {
  path: string;
  /** The part of the choice that the card makes. */
  choice: Record<string, string>;
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
      {Object.entries(choice).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
