import { useState } from 'react';
import { redirect, useSearchParams } from 'react-router';
import type { Variant } from '#features/catalog/catalog.schema.ts';
import { buyableProducts, getProduct, isFormerSlug } from '#features/catalog/catalog.ts';
import { shop } from '#shop-config';
import type { NoticeHandle } from '../../components/page/page-notice.tsx';
import { pageTitle } from '../../components/page/page-title.ts';
import { Availability } from '../../components/product/availability.tsx';
import { BuyForm } from '../../components/product/buy-form.tsx';
import { buyNotices } from '../../components/product/buy-notices.ts';
import { Description } from '../../components/product/description.tsx';
import { FinalSale } from '../../components/product/final-sale.tsx';
import { Price } from '../../components/product/price.tsx';
import { ProductCard } from '../../components/product/product-card.tsx';
import {
  choiceParams,
  type ProductToBuy,
  productPath,
} from '../../components/product/product-card-view.ts';
import { toCardView, toProductToBuy } from '../../components/product/to-card-view.ts';
import {
  type Choice,
  findChosen,
  initialChoice,
  isChoiceSoldOut,
  priceOf,
} from '../../components/product/variant-choice.ts';
import { productHead } from '../../head/catalog-heads.ts';
import { orErrorPage } from '../../respond.ts';
import { skipOnCartChange, skipOnSearchChange } from '../../revalidation.ts';
import { type CachedLoaderArgs, pageOf } from '../../shop-context.ts';
import { Link } from '../../ui/link.tsx';
import type { Route } from './+types/product.ts';
import { Gallery } from './product/gallery.tsx';
import { galleryOf } from './product/gallery-images.ts';
import { type ShopPromise, shopPromises } from './product/shop-promises.ts';

const RELATED_SIZES = '(min-width: 1024px) 23vw, 45vw';

export const handle: NoticeHandle = { notices: buyNotices };

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? pageTitle(shop.brand);

export async function loader({ params, url, context }: CachedLoaderArgs<Route.LoaderArgs>) {
  const page = pageOf(context);
  page.requireBrowsing(url);
  const [product, siteContent] = await orErrorPage(
    Promise.all([getProduct(page.ctx, params.id), page.siteContent()]),
  );
  if (isFormerSlug(product, params.id)) throw redirect(productPath(product) + url.search, 301);
  page.dependOnCards(product.relatedIds);
  const category = siteContent.categories.find(({ name }) => name === product.category);
  const categoryPath = category ? `/${category.slug}` : null;
  return {
    product: toProductToBuy(product),
    categoryPath,
    images: galleryOf(product),
    promises: await orErrorPage(shopPromises(page, siteContent, product)),
    related: (await buyableProducts(page.ctx, product.relatedIds)).map(toCardView),
    head: productHead(page, product, categoryPath),
  };
}

// All variants are loaded already; `?variant=` only selects one.
export const shouldRevalidate: typeof skipOnCartChange = (change) =>
  skipOnCartChange({ ...change, defaultShouldRevalidate: skipOnSearchChange(change) });

export default function Product({ loaderData }: Route.ComponentProps) {
  // A new product starts with a new choice and quantity.
  return <ProductView key={loaderData.product.id} {...loaderData} />;
}

function ProductView({
  product,
  categoryPath,
  images,
  promises,
  related,
}: Route.ComponentProps['loaderData']) {
  const [params, setParams] = useSearchParams();
  const [choice, setChoice] = useState(() => initialChoice(product.variants, params));
  const variant = findChosen(product.variants, choice);
  const paramsOf = (chosen: Variant | null, color: string | null) =>
    new URLSearchParams(choiceParams({ sku: chosen?.sku ?? null, color }));

  function choose(next: Choice) {
    setChoice(next);
    const said = paramsOf(findChosen(product.variants, next), next.color);
    if (said.size > 0) setParams(said, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <div className="page-width grid gap-8 pt-6 md:grid-cols-2 md:pt-10 lg:gap-16">
        <Gallery
          name={product.name}
          path={productPath(product)}
          images={images}
          color={choice.color}
          search={paramsOf(variant, choice.color)}
          onColor={(color) => choose({ ...choice, color })}
        />
        <ProductDetails
          product={product}
          categoryPath={categoryPath}
          choice={choice}
          variant={variant}
          onChoose={choose}
          promises={promises}
        />
      </div>
      {related[0] ? (
        <section aria-labelledby="related-title" className="page-width card-pairs pt-section">
          <h2 id="related-title" className="mb-6 text-heading">
            You may also like
          </h2>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-10 lg:grid-cols-4 lg:gap-x-6">
            {related.map((one) => (
              <li key={one.id}>
                <ProductCard product={one} returnTo={productPath(product)} sizes={RELATED_SIZES} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function ProductDetails({
  product,
  categoryPath,
  choice,
  variant,
  onChoose,
  promises,
}: {
  product: ProductToBuy;
  categoryPath: string | null;
  choice: Choice;
  variant: Variant | null;
  onChoose: (choice: Choice) => void;
  promises: ShopPromise[];
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
      <p aria-live="polite" className="mt-3 mb-2 text-xl tabular-nums">
        <Price {...priceOf(product, variant)} />
      </p>
      <Availability
        available={variant?.available ?? null}
        soldOut={isChoiceSoldOut(product, variant)}
      />
      <FinalSale of={product} />
      <div className="mt-8">
        <BuyForm
          product={product}
          choice={choice}
          variant={variant}
          onChoose={onChoose}
          withBuyNow
        />
      </div>
      <Promises of={promises} />
      <section aria-labelledby="details-title" className="mt-6 border-t border-line pt-6">
        <h2 id="details-title" className="text-heading">
          Details
        </h2>
        <Description of={product} className="mt-3 max-w-prose" />
      </section>
      <SocialLinks />
    </div>
  );
}

/** What delivery and returns cost. */
function Promises({ of }: { of: ShopPromise[] }) {
  return (
    <ul className="text-[0.9375rem] text-ink-soft">
      {of.map(({ title, text, path }) => (
        <li key={title} className="mt-1">
          {path ? (
            <Link to={path} className="link font-semibold">
              {title}
            </Link>
          ) : (
            <b>{title}</b>
          )}{' '}
          {text}
        </li>
      ))}
    </ul>
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
