import { LRUCache } from 'lru-cache';

/**
 * Caches values in bounded memory until the data that they are made from changes. Concurrent
 * requests for one value share a single call of `make`. A value that is retired while it is made
 * goes to those who already wait for it, and is not cached.
 */
export interface CacheEntries<Value> {
  /** The cached value; undefined: it has to be made first. */
  peek(key: string): Value | undefined;
  /** Whether a value is being made for this key, or few enough are being made to make one more. */
  mayMake(key: string): boolean;
  /** The cached value, or a new one. `tags` name the data that it is made from. */
  get(key: string, tags: readonly string[], make: () => Promise<Value>): Promise<Value>;
  /** Removes every entry that has one of these tags. */
  retire(tags: Iterable<string>): void;
  clear(): void;
  /** Updates an entry's size after it has grown. */
  weigh(key: string): void;
  readonly bytes: number;
  readonly size: number;
}

/** About how many bytes a key, its tags and the bookkeeping take. */
const OVERHEAD = 1_000;
/** An entry that takes more than one part in so many of the whole memory is not cached. */
const LARGEST_SHARE = 4;
/** How many values are made at a time: beyond that the app responds, which takes sites in turn. */
const MOST_AT_ONCE = 8;

interface Entry<Value> {
  tags: readonly string[];
  value: Value;
}

interface Making<Value> {
  tags: readonly string[];
  value: Promise<Value>;
}

export function createCacheEntries<Value extends { bytes: number }>(
  mostBytes: number,
): CacheEntries<Value> {
  const keysByTag = createKeysByTag();
  const entries = new LRUCache<string, Entry<Value>>({
    maxSize: mostBytes,
    maxEntrySize: Math.floor(mostBytes / LARGEST_SHARE),
    sizeCalculation: ({ value }) => value.bytes + OVERHEAD,
    onInsert: ({ tags }, key) => keysByTag.add(key, tags),
    dispose: ({ tags }, key) => keysByTag.remove(key, tags),
    // Writing an entry again to update its size must not remove its tags.
    noDisposeOnSet: true,
  });
  const inProgress = new Map<string, Making<Value>>();

  function start(key: string, tags: readonly string[], make: () => Promise<Value>): Promise<Value> {
    const making = { tags, value: make() };
    inProgress.set(key, making);
    /** Returns false when the entry was retired meanwhile. */
    const end = () => inProgress.get(key) === making && inProgress.delete(key);
    making.value.then((value) => end() && entries.set(key, { tags, value }), end);
    return making.value;
  }

  return {
    peek: (key) => entries.get(key)?.value,
    mayMake: (key) => inProgress.has(key) || inProgress.size < MOST_AT_ONCE,
    async get(key, tags, make) {
      return entries.get(key)?.value ?? inProgress.get(key)?.value ?? start(key, tags, make);
    },
    retire(tags) {
      for (const tag of tags) {
        for (const key of keysByTag.of(tag)) entries.delete(key);
        for (const [key, making] of inProgress) {
          if (making.tags.includes(tag)) inProgress.delete(key);
        }
      }
    },
    clear() {
      entries.clear();
      inProgress.clear();
    },
    weigh(key) {
      const entry = entries.peek(key);
      // The cache measures a value only when it is a new object.
      if (entry) entries.set(key, { ...entry });
    },
    get bytes() {
      return entries.calculatedSize;
    },
    get size() {
      return entries.size;
    },
  };
}

function createKeysByTag() {
  const keys = new Map<string, Set<string>>();
  return {
    of: (tag: string): string[] => [...(keys.get(tag) ?? [])],
    add(key: string, tags: readonly string[]) {
      for (const tag of tags) keys.set(tag, (keys.get(tag) ?? new Set()).add(key));
    },
    remove(key: string, tags: readonly string[]) {
      for (const tag of tags) {
        const rest = keys.get(tag);
        rest?.delete(key);
        if (rest?.size === 0) keys.delete(tag);
      }
    },
  };
}
