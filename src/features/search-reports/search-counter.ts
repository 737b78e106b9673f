/**
 * Counts searches in memory and writes the sums twice a minute, so that a search needs no
 * statement. A process that is killed loses the counts that it had not written. It counts people,
 * not requests: a network counts once for a text in ten minutes, and for a limited number of texts
 * in a day; an IPv6 site for twice as many. So nobody can fill the reports or the memory. Texts
 * that may name a person are not counted: email addresses, and numbers as long as those of phones
 * and cards.
 */

import type { Database } from '#db/client.ts';
import { DAY_S } from '#shared/durations.ts';
import { logFault } from '#shared/errors.ts';
import { LONGEST_COUNTED_SEARCH } from '#shared/field-lengths.ts';
import type { Log } from '#shared/log.ts';
import { countedNetworks, networkOf, siteOf } from '#shared/network.ts';
import { createRateLimiter, type RateLimiter } from '#shared/rate-limiter.ts';
import { fold } from '../catalog/catalog.ts';
import type { SearchCounter } from '../search-counter.ts';
import { countedDay, MIN_NETWORKS } from './search-reports.schema.ts';
import { addCounts, type Click, type Search } from './search-reports.store.ts';

/** A network counts once for a text within this many seconds. */
const ONCE_SECONDS = 600;
/** The most texts and clicks of one network in a day. */
const MAX_OF_NETWORK = 300;
const WRITE_AFTER_MS = 30_000;
/** The most different texts and clicks between two writes. */
const MAX_KEPT = 1_000;

/** Texts of a day whose networks are told apart, and networks of each. More networks are not counted. */
const MAX_TEXTS = 5_000;
const MAX_SITES = MIN_NETWORKS;

const SLUG = /^[\p{L}\p{N}-]{1,200}$/u;

/** The text as it is counted; null for one that is not counted. */
export function countedQuery(text: string): string | null {
  // Digits of any script, with anything but letters between them.
  if (text.includes('@') || /(?:\p{Nd}[^\p{L}\p{Nd}]*){7}/u.test(text)) return null;
  // The length is counted as the database counts it. Half of a surrogate pair could not be stored.
  const folded = [...fold(text.toWellFormed())].slice(0, LONGEST_COUNTED_SEARCH).join('');
  return folded.trim() || null;
}

export function createSearchCounter(
  { db }: Pick<Database, 'db'>,
  { now, log }: { now: () => Date; log: Log },
): SearchCounter {
  let searches = new Map<string, Search>();
  let clicks = new Map<string, Click>();
  let timer: NodeJS.Timeout | null = null;

  const counts = createNetworkLimits(now);
  const isAnotherSite = createSiteCounter(now);
  const keep = <Row>(
    rows: Map<string, Row>,
    key: string,
    first: Row,
    again: (row: Row) => void,
  ) => {
    const known = rows.get(key);
    if (known) again(known);
    else if (rows.size < MAX_KEPT) rows.set(key, first);
    timer ??= setTimeout(() => void write(), WRITE_AFTER_MS).unref();
  };
  async function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    const written = { searches: [...searches.values()], clicks: [...clicks.values()] };
    [searches, clicks, timer] = [new Map(), new Map(), null];
    await addCounts(db, now(), written).catch((error: unknown) =>
      logFault(log, 'searches.count', error),
    );
  }
  return {
    noteSearch(address, text, found) {
      const query = countedQuery(text);
      if (query === null || !counts(address, query)) return;
      const empty = found ? 0 : 1;
      const networks = found && isAnotherSite(query, address) ? 1 : 0;
      keep(searches, query, { query, searches: 1, empty, networks }, (row) => {
        row.searches += 1;
        row.empty += empty;
        row.networks += networks;
      });
    },
    noteClick(address, text, slug, isSearch = false) {
      const query = countedQuery(text);
      // A slug that the database can't store would make the statement fail for all others too.
      if (query === null || !SLUG.test(slug)) return;
      const key = JSON.stringify([query, slug]);
      const searches = isSearch && counts(address, query) ? 1 : 0;
      if (!counts(address, key)) return;
      keep(clicks, key, { query, slug, clicks: 1, searches }, (row) => {
        row.clicks += 1;
        row.searches += searches;
      });
    },
    write,
  };
}

/** Tells whether what an address did counts, by the limits of its network. */
function createNetworkLimits(now: () => Date): (address: string, key: string) => boolean {
  const limit = (most: number, seconds: number) =>
    createRateLimiter({ most, seconds, sentence: 'This was counted.' }, now);
  const [once, ofNetwork] = [limit(1, ONCE_SECONDS), limit(MAX_OF_NETWORK, DAY_S)];
  return (address, key) => {
    if (!allows(once, JSON.stringify([networkOf(address), key]))) return false;
    return countedNetworks(address).every(({ network, times }) =>
      allows(ofNetwork, network, times),
    );
  };
}

/**
 * Tells whether a text is searched from a site (an IPv4 address, an IPv6 /48) that did not search it
 * on this day, for the first few sites of each text. The sites stay in the memory of this process,
 * for the texts that were searched last: nobody can keep others out with texts of their own.
 */
function createSiteCounter(now: () => Date): (query: string, address: string) => boolean {
  let day = '';
  let sites = new Map<string, Set<string>>();
  return (query, address) => {
    const today = countedDay(now());
    if (day !== today) [day, sites] = [today, new Map()];
    const known = sites.get(query) ?? new Set();
    // A map keeps the order in which its keys were set.
    sites.delete(query);
    const [oldest] = sites.size >= MAX_TEXTS ? sites.keys() : [];
    if (oldest !== undefined) sites.delete(oldest);
    sites.set(query, known);
    const site = siteOf(address);
    if (known.has(site) || known.size >= MAX_SITES) return false;
    known.add(site);
    return true;
  };
}

function allows(limit: RateLimiter, key: string, times = 1): boolean {
  try {
    limit(key, times);
    return true;
  } catch {
    return false;
  }
}
