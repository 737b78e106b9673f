import History from 'lucide-react/icons/history';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { formatMoney, toMinor } from '#shared/money.ts';
import { ProductImage } from '../image/product-image.tsx';
import { productPath } from '../product/product-card-view.ts';
import { readRecentSearches } from './recent-searches.ts';
import type { SuggestedProduct, Suggestions } from './use-suggestions.ts';

export interface SuggestionOption {
  /** The address that it leads to. */
  to: string;
  content: ReactNode;
}

/**
 * Recent searches while nothing is typed; otherwise suggestions: searches, categories, products.
 */
export function optionsOf(text: string, found: Suggestions | null): SuggestionOption[] {
  if (text.trim() === '') return readRecentSearches().map((q) => searchOption(q, History));
  if (!found) return [];
  return [
    ...found.queries.map((q) => searchOption(q, Search)),
    ...found.categories.map(({ name, path }) => ({
      to: path,
      content: (
        <span>
          {name} <span className="text-ink-soft">Category</span>
        </span>
      ),
    })),
    ...found.products.map((product) => ({
      to: productPath(product),
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
