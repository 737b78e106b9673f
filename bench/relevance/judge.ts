import type { JudgedSearch } from './judged-searches.ts';

/** How many of the first results are looked at. */
export const LOOKED_AT = 3;

export interface Judged {
  /** The share of the searches with a right product among the first results, from 0 to 1. */
  share: number;
  /** Each other search, with what it found: 'shrit → atlas-tee'. */
  missed: string[];
}

/** Tries searches one after the other. `find` returns the slugs of a search's first results. */
export async function judge(
  searches: readonly JudgedSearch[],
  find: (q: string) => Promise<string[]>,
): Promise<Judged> {
  const missed: string[] = [];
  for (const [q, right] of searches) {
    const found = (await find(q)).slice(0, LOOKED_AT);
    if (!right.split(' ').some((slug) => found.includes(slug))) {
      missed.push(`${q} → ${found.join(', ') || 'nothing'}`);
    }
  }
  return { share: (searches.length - missed.length) / searches.length, missed };
}

/** The address of a search's first results. */
export const resultsOf = (q: string) =>
  `/products?${new URLSearchParams({ q, limit: String(LOOKED_AT) })}`;
