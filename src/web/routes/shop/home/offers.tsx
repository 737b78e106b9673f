import type { Texts } from '#features/texts/texts.schema.ts';
import { ProductImage } from '../../../components/image/product-image.tsx';
import { Price } from '../../../components/product/price.tsx';
import {
  type ProductCardView,
  productPath,
} from '../../../components/product/product-card-view.ts';
import { ButtonLink } from '../../../ui/button.tsx';

/** The newest full sets. */
export function Offers({
  texts,
  offers,
  from,
}: {
  texts: Texts<'home'>;
  offers: ProductCardView[];
  /** The category of the offers. */
  from: { name: string; slug: string } | null;
}) {
  if (offers.length === 0 || !from) return null;
  return (
    <section aria-labelledby="offer-title" className="page-width pt-section">
      <div className="rounded-panel bg-accent-tint px-5 py-12 sm:px-10 lg:px-14">
        <p className="text-center font-semibold text-accent">{texts.offer}</p>
        <h2 id="offer-title" className="mx-auto mt-2 mb-10 max-w-2xl text-center text-title">
          {texts.offerTitle}
        </h2>
        <ul className="grid gap-6 md:grid-cols-3">
          {offers.map((offer) => (
            <li key={offer.id} className="flex flex-col overflow-hidden rounded-card bg-surface">
              <ProductImage
                url={offer.image?.url ?? null}
                focus={offer.image?.focus}
                alt={offer.image?.alt ?? ''}
                sizes="(min-width: 1024px) 24rem, (min-width: 768px) 30vw, 85vw"
                className="rounded-none"
              />
              <div className="flex flex-1 flex-col items-start gap-1 p-5">
                <p className="text-sm font-semibold text-accent">{texts.newArrivals}</p>
                <h3 className="text-heading">{offer.name}</h3>
                <p className="mb-4 tabular-nums">
                  <Price {...offer} formerMinor={offer.formerMinor ?? null} />
                </p>
                <ButtonLink
                  look="solid"
                  to={productPath(offer)}
                  className="mt-auto"
                  aria-label={`${texts.shopNow}: ${offer.name}`}
                >
                  {texts.shopNow}
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
        <p className="mt-8 text-center">
          <ButtonLink
            to={`/${from.slug}`}
            aria-label={`${texts.seeAll}: ${from.name}`}
            className="w-40 max-w-full"
          >
            {texts.seeAll}
          </ButtonLink>
        </p>
      </div>
    </section>
  );
}
