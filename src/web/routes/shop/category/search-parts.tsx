import { useEffect, useId, useRef } from 'react';
import { CARD_SIZES } from '../../../components/image/sizes-attribute.ts';
import { ProductCard } from '../../../components/product/product-card.tsx';
import { SearchField } from '../../../components/search/search-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import type { SearchFacts } from './load-list.ts';
import { noteClick } from './note-click.ts';

interface SearchPartsProps extends SearchFacts {
  /** The number of products as text: '12 products', '5,000+ products'. */
  found: string;
}

/** The parts of a search page besides its list. */
export default function SearchParts(search: SearchPartsProps) {
  const { q, findsNothing } = search;
  useEffect(() => {
    if (q === '' || findsNothing) return;
    const onClick = ({ target }: MouseEvent) => noteClick(target, q);
    // This runs before the router changes the page.
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [q, findsNothing]);
  return (
    <>
      <SearchHeading {...search} />
      {search.pages.length > 0 ? <PageLinks pages={search.pages} /> : null}
      {search.findsNothing ? <NothingFound {...search} /> : null}
    </>
  );
}

/** The field of a search, and how the search was understood. */
function SearchHeading({ q, corrected, understood, pages, found, findsNothing }: SearchPartsProps) {
  const field = useRef<HTMLInputElement>(null);
  // A person who comes without a search wants to type one.
  useEffect(() => {
    if (q === '') field.current?.focus();
  }, [q]);
  const about = `‘${corrected ?? q}’`;
  const hasResults = !findsNothing || pages.some(({ isNamed }) => isNamed);
  const nothing = pages[0] ? 'No product was found' : 'Nothing was found';
  const title = hasResults ? `Results for ${about}` : `${nothing} for ${about}`;
  return (
    <div className="grid gap-6 pt-10 pb-8 md:pt-14 md:pb-10">
      <search>
        <SearchField
          // The field follows the address, because links lead to other searches.
          key={q}
          field={field}
          q={q}
          className="relative flex max-w-2xl gap-2"
        >
          <Button look="solid" className="shrink-0">
            Search
          </Button>
        </SearchField>
      </search>
      <div>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1 className="text-title wrap-anywhere">{q ? title : 'Search'}</h1>
          {findsNothing ? null : <p className="text-ink-soft tabular-nums">{found}</p>}
        </div>
        {corrected ? (
          <p className="mt-3 text-lg wrap-anywhere text-ink-soft">
            {pages[0] ? 'No product' : 'Nothing'} was found for ‘{q}’. These are the results for{' '}
            <Link to={`?${new URLSearchParams({ q: corrected })}`} className="link font-semibold">
              {corrected}
            </Link>
            .
          </p>
        ) : null}
        {understood.length > 0 ? (
          <p className="mt-3 text-lg text-ink-soft">In {understood.join(', ')}.</p>
        ) : null}
      </div>
    </div>
  );
}

/** What to try after a search without hits, and products to show instead. */
function NothingFound({ q, pages, instead, popular }: SearchFacts) {
  const returnTo = `/search?${new URLSearchParams({ q })}`;
  return (
    <>
      {pages[0] ? null : (
        <p className="-mt-4 text-lg text-ink-soft">Try fewer words, or a more general one.</p>
      )}
      {popular.length > 0 ? <PopularLinks popular={popular} /> : null}
      {instead && instead.products.length > 0 ? (
        <section aria-labelledby="instead" className="mt-12">
          <h2 id="instead" className="mb-6 text-heading">
            {instead.title}
          </h2>
          <ul className="card-pairs grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-6 sm:gap-y-12 lg:grid-cols-3 lg:gap-x-8">
            {instead.products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} returnTo={returnTo} sizes={CARD_SIZES} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function PageLinks({ pages }: Pick<SearchFacts, 'pages'>) {
  return (
    <LinkList
      title="Information"
      links={pages.map(({ name, path }) => ({ text: name, to: path }))}
      className="-mt-2 mb-10"
    />
  );
}

function PopularLinks({ popular }: Pick<SearchFacts, 'popular'>) {
  const links = popular.map((text) => ({ text, to: `?${new URLSearchParams({ q: text })}` }));
  return <LinkList title="Popular searches" links={links} className="mt-8" />;
}

function LinkList({
  title,
  links,
  className,
}: {
  title: string;
  links: { text: string; to: string }[];
  className: string;
}) {
  const id = useId();
  return (
    <nav aria-labelledby={id} className={className}>
      <h2 id={id} className="mb-3 font-sans font-semibold">
        {title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ text, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-control border border-line-strong px-3 wrap-anywhere no-underline hover:border-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
