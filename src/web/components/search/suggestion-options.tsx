import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import TrendingUp from 'lucide-react/icons/trending-up';
import type { ReactNode } from 'react';
import { formatMoney, toMinor } from '#shared/money.ts';
import { ProductImage } from '../image/product-image.tsx';
import { productPath } from '../product/product-card-view.ts';
import { readRecentSearches } from './recent-searches.ts';
import type { SuggestedProduct, Suggestions } from './use-suggestions.ts';

export interface SuggestionOption {
  /** The address that it leads to. */
  to: string;
  /** The slug of the product that it is. */
  product?: string;
  content: ReactNode;
}

/** A text of at most so many letters may be the start of almost anything. */
const SHORT = 2;

/**
 * Recent and popular searches while nothing is typed, else what may be meant: searches, categories,
 * collections, pages of the shop, products. Popular searches that begin with a short text come before other ones.
 */
export function optionsOf(
  text: string,
  found: Suggestions | null,
  popular: readonly string[],
): SuggestionOption[] {
  const typed = text.trim().toLowerCase();
  if (typed === '') {
    const recent = readRecentSearches();
    const others = popular.filter((q) => !recent.some((one) => one.toLowerCase() === q));
    return [
      ...recent.map((q) => searchOption(q, History)),
      ...others.map((q) => searchOption(q, TrendingUp)),
    ];
  }
  const frequent = typed.length > SHORT ? [] : popular.filter((q) => q.startsWith(typed));
  const trending = frequent.map((q) => searchOption(q, TrendingUp));
  if (!found) return trending;
  const queries = found.queries.filter((q) => !frequent.includes(q));
  return [
    ...trending,
    ...queries.map((q) => searchOption(q, Search)),
    ...found.categories.map((category) => sectionOption(category, 'Category')),
    ...found.collections.map((collection) => sectionOption(collection, 'Collection')),
    ...found.pages.map((page) => sectionOption(page, 'Page')),
    ...found.products.map((product) => ({
      to: productPath(product),
      product: product.slug,
      content: (
        <>
          <ProductImage
            url={product.imageUrl}
            alt=""
            sizes="40px"
            className="w-10 shrink-0 rounded-control"
          />
          <span className="min-w-0 grow truncate">{product.name}</span>
          <span className="shrink-0 text-ink-soft tabular-nums">{priceOf(product)}</span>
        </>
      ),
    })),
  ];
}

function sectionOption(
  { name, path }: { name: string; path: string },
  kind: string,
): SuggestionOption {
  return {
    to: path,
    content: (
      <span>
        {name} <span className="text-ink-soft">{kind}</span>
      </span>
    ),
  };
}

function priceOf({ isSoldOut, price, variants }: SuggestedProduct): string {
  if (isSoldOut) return 'Sold out';
  const amount = formatMoney(toMinor(price));
  return variants.some((variant) => variant.price !== price) ? `from ${amount}` : amount;
}

function searchOption(q: string, Icon: typeof Search): SuggestionOption {
  return {
    to: `/search?${new URLSearchParams({ q })}`,
    content: (
      <>
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
        <span className="truncate">{q}</span>
      </>
    ),
  };
}
