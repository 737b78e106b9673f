import { LRUCache } from 'lru-cache';

/**
 * Caches values in bounded memory until the data that they are made from changes. Concurrent
 * requests for one value share a single call of `make`. A value that is retired while it is being
 * made goes to the requests that already wait for it, and is not cached. Nor is one that says so.
 */
export interface CacheEntries<Value> {
  /** The cached value, which counts as used; undefined when it has to be made first. */
  find(key: string): Value | undefined;
  /**
   * The cached value, or a new one. `tags` name the data that it is made from. Null when too many
   * are being made, because anyone can request thousands of addresses that are not cached.
   */
  get(key: string, tags: readonly string[], make: Make<Value>): Promise<Value | null>;
  /** Removes every entry that has one of these tags. */
  retire(tags: Iterable<string>): void;
  clear(): void;
  /** Updates an entry's size after it has grown. */
  weigh(key: string): void;
  readonly bytes: number;
  readonly size: number;
}

/**
 * Makes a value. It calls `depend` with the tags of further data before it reads that data, so that
 * no change of it is missed.
 */
export type Make<Value> = (depend: (tags: readonly string[]) => void) => Promise<Value>;

/** About how many bytes a key and its tags take, with what the cache stores about them. */
const OVERHEAD = 1_000;
/** An entry is not cached if it takes more than the whole memory divided by this. */
const LARGEST_SHARE = 4;
/**
 * How many values are made at a time. The app responds to further requests, and gives sites their
 * turns. Most values run one or two statements at a time, so four use less than half of the
 * connections.
 */
const MAX_AT_ONCE = 4;

interface Entry<Value> {
  tags: readonly string[];
  value: Value;
}

interface Making<Value> {
  tags: readonly string[];
  value: Promise<Value>;
}

export function createCacheEntries<Value extends { bytes: number; isOnce?: boolean }>(
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
  const inProgress = createInProgress<Value>();

  return {
    find: (key) => entries.get(key)?.value,
    async get(key, tags, make) {
      const known = entries.get(key) ?? inProgress.get(key);
      if (known) return known.value;
      return inProgress.start(key, tags, make, (entry) => {
        if (!entry.value.isOnce) entries.set(key, entry);
      });
    },
    retire(tags) {
      for (const tag of tags) {
        for (const key of keysByTag.of(tag)) entries.delete(key);
        inProgress.retire(tag);
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

/** The values that are being made and have not been retired meanwhile. */
function createInProgress<Value>() {
  const inProgress = new Map<string, Making<Value>>();
  /** How many values are being made, including retired ones, because these use connections too. */
  let running = 0;
  return {
    get: (key: string) => inProgress.get(key),
    /**
     * Begins to make a value; null when too many are being made. Calls `onMade` unless the value
     * was retired meanwhile.
     */
    start(
      key: string,
      tags: readonly string[],
      make: Make<Value>,
      onMade: (entry: Entry<Value>) => void,
    ): Promise<Value> | null {
      if (running >= MAX_AT_ONCE) return null;
      const all = [...tags];
      const making = { tags: all, value: make((more) => all.push(...more)) };
      running += 1;
      inProgress.set(key, making);
      /** Returns false when the entry was retired meanwhile. */
      const end = () => {
        running -= 1;
        return inProgress.get(key) === making && inProgress.delete(key);
      };
      making.value.then((value) => end() && onMade({ tags: all, value }), end);
      return making.value;
    },
    retire(tag: string) {
      for (const [key, { tags }] of inProgress) {
        if (tags.includes(tag)) inProgress.delete(key);
      }
    },
    clear: () => inProgress.clear(),
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
