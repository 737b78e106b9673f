/**
 * Keeps what was made at a cost, in bounded memory, until what it was made from changes. Whoever
 * asks while it is being made waits for the one making. Something that is retired while it is made
 * still goes to those who asked before the change, and is not cached.
 */
export interface CacheEntries<Value> {
  /** What is there already; undefined: it has to be made first. */
  peek(key: string): Value | undefined;
  /** What is there, or is being made, or is made now. `tags` name what it is made from. */
  get(key: string, tags: readonly string[], make: () => Promise<Value>): Promise<Value>;
  /** Forgets whatever is made from one of these. */
  retire(tags: Iterable<string>): void;
  clear(): void;
  /** Counts an entry's bytes again, after it has grown. */
  weigh(key: string): void;
  readonly bytes: number;
  readonly size: number;
}

/** What a key, its tags and the bookkeeping cost, roughly. */
const OVERHEAD = 1_000;
/** More than this share of everything is not cached for one entry. */
const LARGEST_SHARE = 4;

interface Entry<Value> {
  tags: readonly string[];
  making: Promise<Value>;
  value: Value | undefined;
  bytes: number;
}

export function createCacheEntries<Value extends { bytes: number }>(
  mostBytes: number,
): CacheEntries<Value> {
  // In the order of use, the longest unused first.
  const entries = new Map<string, Entry<Value>>();
  const byTag = new Map<string, Set<string>>();
  let total = 0;

  function forget(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    total -= entry.bytes;
    for (const tag of entry.tags) {
      const keys = byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) byTag.delete(tag);
    }
  }

  function weigh(key: string): void {
    const entry = entries.get(key);
    if (!entry?.value) return;
    total -= entry.bytes;
    entry.bytes = entry.value.bytes + OVERHEAD;
    total += entry.bytes;
    if (entry.bytes > mostBytes / LARGEST_SHARE) forget(key);
    for (const [oldest, { value }] of entries) {
      if (total <= mostBytes) break;
      if (value) forget(oldest);
    }
  }

  function start(key: string, tags: readonly string[], make: () => Promise<Value>): Promise<Value> {
    const making = make();
    const entry: Entry<Value> = { tags, making, value: undefined, bytes: 0 };
    entries.set(key, entry);
    for (const tag of tags) {
      const keys = byTag.get(tag) ?? new Set();
      byTag.set(tag, keys.add(key));
    }
    const isCurrent = () => entries.get(key) === entry;
    making.then(
      (value) => {
        if (!isCurrent()) return;
        entry.value = value;
        weigh(key);
      },
      () => {
        if (isCurrent()) forget(key);
      },
    );
    return making;
  }

  return {
    peek(key) {
      const entry = entries.get(key);
      if (!entry?.value) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    get: (key, tags, make) => entries.get(key)?.making ?? start(key, tags, make),
    retire(tags) {
      for (const tag of tags) for (const key of [...(byTag.get(tag) ?? [])]) forget(key);
    },
    clear() {
      for (const key of [...entries.keys()]) forget(key);
    },
    weigh,
    get bytes() {
      return total;
    },
    get size() {
      return entries.size;
    },
  };
}
