import { HERO_WIDTHS } from '#shared/renditions.ts';
import { shop } from '#shop-config';
import { ResponsiveImage } from '../../../components/image/responsive-image.tsx';
import { useVisitor } from '../../../components/page/visitor.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { Shelf } from './shelf.ts';

/** The top of the home page: the shop's sentence beside its large image. */
export function HomeHero({ first }: { first: Pick<Shelf, 'name' | 'slug'> | undefined }) {
  const { user } = useVisitor();
  return (
    <section aria-labelledby="hero-title" className="page-width pt-4 md:pt-6">
      <div className="grid overflow-hidden rounded-panel bg-tint lg:grid-cols-[2fr_3fr] lg:*:first:col-start-2">
        <ResponsiveImage
          url="/pictures/hero-1600.webp"
          alt=""
          widths={HERO_WIDTHS}
          width={1600}
          height={1000}
          sizes="(min-width: 1344px) 61rem, (min-width: 1024px) 75vw, 92vw"
          priority
          className="aspect-16/10 size-full object-cover object-right lg:aspect-auto lg:h-[min(38rem,52vw)]"
        />
        <div className="flex flex-col justify-center gap-6 p-6 sm:p-10 lg:col-start-1 lg:row-start-1 xl:pl-14">
          <h1 id="hero-title" className="text-display lg:text-[clamp(2.25rem,3.6vw,3.25rem)]">
            {shop.tagline}
          </h1>
          <div className="flex flex-wrap gap-3">
            {first ? (
              <ButtonLink look="accent" to={`/${first.slug}`}>
                Shop {first.name}
              </ButtonLink>
            ) : null}
            {user ? null : <ButtonLink to="/register">Register</ButtonLink>}
          </div>
        </div>
      </div>
    </section>
  );
}
