import { LRUCache } from 'lru-cache';

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
    // An entry that is counted again keeps its tags.
    noDisposeOnSet: true,
  });
  const inProgress = new Map<string, Making<Value>>();

  function start(key: string, tags: readonly string[], make: () => Promise<Value>): Promise<Value> {
    const making = { tags, value: make() };
    inProgress.set(key, making);
    /** False when it was retired meanwhile. */
    const end = () => inProgress.get(key) === making && inProgress.delete(key);
    making.value.then((value) => end() && entries.set(key, { tags, value }), end);
    return making.value;
  }

  return {
    peek: (key) => entries.get(key)?.value,
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
      // A new object, as the cache counts the bytes of a new value only.
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
