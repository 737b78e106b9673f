import { useState } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';
import type { Variant } from '#features/catalog/catalog.schema.ts';
import { getProduct, isFormerSlug } from '#features/catalog/catalog.ts';
import { imageOfColor } from '#shared/image-of-color.ts';
import { formatMoney } from '#shared/money.ts';
import { shop } from '#shop-config';
import { PRODUCT_SIZES } from '../../components/image/image-sizes.ts';
import { useArrival } from '../../components/image/image-transition.ts';
import { ProductImage } from '../../components/image/product-image.tsx';
import { pageTitle } from '../../components/page/page-title.ts';
import { Availability } from '../../components/product/availability.tsx';
import { BuyForm } from '../../components/product/buy-form.tsx';
import {
  choiceParams,
  type ProductToBuy,
  productPath,
} from '../../components/product/product-card-view.ts';
import { toProductToBuy } from '../../components/product/to-card-view.ts';
import {
  type Choice,
  findChosen,
  initialChoice,
  isChoiceSoldOut,
} from '../../components/product/variant-choice.ts';
import { productHead } from '../../head/catalog-heads.ts';
import { orErrorPage } from '../../respond.ts';
import { notForCarts, searchAlone } from '../../revalidation.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import type { Route } from './+types/product.ts';
import { Thumbnails } from './product/thumbnails.tsx';

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ params, url, context }: CachedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  page.requireBrowsing(url);
  const [product, { categories }] = await orErrorPage(
    Promise.all([getProduct(page.ctx, params.id), page.sections()]),
  );
  if (isFormerSlug(product, params.id)) throw redirect(productPath(product) + url.search, 301);
  const category = categories.find(({ name }) => name === product.category);
  const categoryPath = category ? `/${category.slug}` : null;
  return {
    product: toProductToBuy(product),
    categoryPath,
    images: product.images,
    formerMinors: product.formerMinors,
    head: productHead(page, product, categoryPath),
  };
}

// All variants are loaded already; `?variant=` only selects one.
export const shouldRevalidate: typeof notForCarts = (change) =>
  notForCarts({ ...change, defaultShouldRevalidate: searchAlone(change) });

export default function Product({ loaderData }: Route.ComponentProps) {
  // A new product starts with a new choice and quantity.
  return <ProductView key={loaderData.product.id} {...loaderData} />;
}

function ProductView({
  product,
  categoryPath,
  images,
  formerMinors,
}: Route.ComponentProps['loaderData']) {
  const [params, setParams] = useSearchParams();
  const [choice, setChoice] = useState(() =>
    initialChoice(product.variants, params.get('variant'), params.get('color')),
  );
  // The image that the visitor picked, by its place from 1; 0 shows the image of the choice.
  const [place, setPlace] = useState(() => Number(params.get('image')));
  const variant = findChosen(product.variants, choice);
  const image = images[place - 1] ?? imageOfColor(product, images, choice.color);
  const arriving = useArrival(productPath(product));
  const paramsOf = (chosen: Variant | null, color: string | null) =>
    new URLSearchParams(choiceParams({ sku: chosen?.sku ?? null, color }));

  function choose(next: Choice) {
    setChoice(next);
    setPlace(0);
    const said = paramsOf(findChosen(product.variants, next), next.color);
    if (said.size > 0) setParams(said, { replace: true, preventScrollReset: true });
  }

  return (
    <div className="page-width grid gap-8 pt-6 md:grid-cols-2 md:pt-10 lg:gap-16">
      <div className="space-y-4">
        <ProductImage
          url={image?.url ?? null}
          alt={image?.alt ?? ''}
          sizes={PRODUCT_SIZES}
          priority
          ref={arriving}
          className="relative z-10 rounded-panel"
        />
        <Thumbnails
          product={product}
          images={images}
          current={image}
          search={paramsOf(variant, choice.color)}
          onShow={(shows) => {
            if ('color' in shows) choose({ ...choice, color: shows.color });
            else setPlace(shows.image + 1);
          }}
        />
      </div>
      <ProductDetails
        product={product}
        categoryPath={categoryPath}
        formerMinor={formerPrice(product, formerMinors, variant)}
        choice={choice}
        variant={variant}
        onChoose={choose}
      />
    </div>
  );
}

function Price({
  product,
  variant,
  formerMinor,
}: {
  product: ProductToBuy;
  variant: Variant | null;
  formerMinor: number | null;
}) {
  return (
    <p aria-live="polite" className="mt-3 mb-2 text-xl tabular-nums">
      {variant === null && product.priceVaries ? 'from ' : null}
      {formatMoney(variant?.priceMinor ?? product.priceMinor)}
      {formerMinor === null ? null : (
        <>
          <span className="sr-only"> instead of </span>
          <s className="ml-2 text-base text-ink-soft">{formatMoney(formerMinor)}</s>
        </>
      )}
    </p>
  );
}

/** The former price of a variant; before one is chosen, the one that all have. */
function formerPrice(
  { variants, priceVaries }: ProductToBuy,
  formerMinors: Record<string, number>,
  variant: Variant | null,
): number | null {
  if (variant) return formerMinors[variant.id] ?? null;
  const all = new Set(variants.map(({ id }) => formerMinors[id]));
  const [only] = all;
  return all.size === 1 && !priceVaries ? (only ?? null) : null;
}

function ProductDetails({
  product,
  categoryPath,
  formerMinor,
  choice,
  variant,
  onChoose,
}: {
  product: ProductToBuy;
  categoryPath: string | null;
  /** Null where the price was not higher before. */
  formerMinor: number | null;
  choice: Choice;
  variant: Variant | null;
  onChoose: (choice: Choice) => void;
}) {
  return (
    <div className="md:py-4">
      <p className="text-[0.9375rem] text-ink-soft">
        {categoryPath ? (
          <Link to={categoryPath} className="link inline-flex min-h-6 items-center">
            {product.category}
          </Link>
        ) : (
          product.category
        )}
      </p>
      <h1 className="mt-2 text-title">{product.name}</h1>
      <Price product={product} variant={variant} formerMinor={formerMinor} />
      <Availability
        available={variant?.available ?? null}
        soldOut={isChoiceSoldOut(product, variant)}
      />
      <div className="mt-8">
        <BuyForm
          product={product}
          choice={choice}
          variant={variant}
          onChoose={onChoose}
          withBuyNow
        />
      </div>
      <section aria-labelledby="details-title" className="mt-6 border-t border-line pt-6">
        <h2 id="details-title" className="text-heading">
          Details
        </h2>
        <p className="mt-3 max-w-prose leading-relaxed whitespace-pre-line text-ink-soft">
          {product.descriptions}
        </p>
      </section>
      <SocialLinks />
    </div>
  );
}

function SocialLinks() {
  return (
    <ul className="mt-8 flex flex-wrap gap-x-5 gap-y-1">
      {shop.footer.social.map(({ label, href }) => (
        <li key={href}>
          <a href={href} rel="noopener" className="link inline-flex min-h-8 items-center">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
