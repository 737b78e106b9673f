import type { Texts } from '#features/texts/texts.schema.ts';
import { ResponsiveImage } from '../../../components/image/responsive-image.tsx';
import { Link } from '../../../ui/link.tsx';
import type { Shelf } from './shelf.ts';

/** A tile for each category, with its image behind the text. */
export function CategoryBanner({ texts, shelves }: { texts: Texts<'home'>; shelves: Shelf[] }) {
  if (shelves.length === 0) return null;
  return (
    <section aria-labelledby="favorites-title" className="page-width pt-section">
      <h2 id="favorites-title" className="mb-10 text-center text-title">
        {texts.favorites}
      </h2>
      <ul className="grid gap-4 min-[26rem]:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {shelves.map(({ name, slug, description, imageUrl }) => (
          <li key={slug}>
            <Link
              to={`/${slug}`}
              className="group grid aspect-4/5 overflow-hidden rounded-panel bg-tint *:[grid-area:1/1]"
            >
              {imageUrl ? (
                <ResponsiveImage
                  url={imageUrl}
                  alt=""
                  sizes="(min-width: 1024px) 20rem, (min-width: 416px) 46vw, 92vw"
                  className="size-full object-cover"
                />
              ) : null}
              <span className="z-10 m-3 self-end rounded-card bg-surface/95 px-4 py-3 transition-colors group-hover:bg-surface">
                <span className="block font-display text-heading underline-offset-4 group-hover:underline">
                  {name}
                </span>
                <span className="mt-0.5 hidden text-sm text-ink-soft sm:block">{description}</span>
                <span className="mt-1 block text-sm font-semibold">{texts.stockItems}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
