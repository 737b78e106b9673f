import { useEffect, useState } from 'react';
import type { PopularSearchesJson } from '#features/search-reports/search-reports.schema.ts';

/** What is searched most, once the field was used; none before, and where they can't be read. */
export function usePopularSearches(isUsed: boolean): string[] {
  const [popular, setPopular] = useState<string[] | null>(null);
  const isNeeded = isUsed && popular === null;
  useEffect(() => {
    if (!isNeeded) return;
    const request = new AbortController();
    fetch('/search/popular', { signal: request.signal })
      .then(async (response) => {
        if (!response.ok) return;
        const { queries }: PopularSearchesJson = await response.json();
        setPopular(queries);
      })
      // Without them the field is what it was.
      .catch(() => {});
    return () => request.abort();
  }, [isNeeded]);
  return popular ?? [];
}
