import { typeid } from 'typeid-js';
import type { Statement } from '../shop/observer.ts';
import type { OrderSample } from './jobs.ts';

const ID = /\b([a-z]{3})_[0-9a-z]{26}\b/g;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00(:?00)?)?/g;

/**
 * Makes the statements of a new order from those of two orders. Values that both share belong to
 * the customer and the products, and stay. Values that differ belong to the order, and are made
 * again: ids, numbers, times.
 */
export function createTemplate({ first, second, takenAt }: OrderSample): () => Statement[] {
  const difference = findDifference(first, second);
  if (difference) throw new Error(`Two orders sent different SQL: ${difference}`);
  const kept = new Set(idsIn(second));
  return () => {
    const names = new Map<string, string>();
    const later = Date.now() - takenAt;
    return first.map(({ text, values, name }, i) => ({
      text,
      name,
      values: values.map((value, j) => renew(value, second[i]?.values[j], { names, kept, later })),
    }));
  };
}

/**
 * The first difference between the statements of two orders, as a sentence; null if they are the
 * same.
 */
export function findDifference(first: Statement[], second: Statement[]): string | null {
  const at = first.findIndex(({ text }, i) => text !== second[i]?.text);
  if (at >= 0) return `${first[at]?.text} / ${second[at]?.text}`;
  return first.length === second.length ? null : `${first.length} / ${second.length} statements`;
}

function idsIn(statements: Statement[]): string[] {
  return JSON.stringify(statements.map(({ values }) => values)).match(ID) ?? [];
}

interface Renewal {
  /** The new value for each old one, so that a line still refers to its order. */
  names: Map<string, string>;
  /** Ids that both orders share. */
  kept: Set<string>;
  /** How much later the new order is, in milliseconds. */
  later: number;
}

function renew(value: unknown, other: unknown, how: Renewal): unknown {
  if (JSON.stringify(value) === JSON.stringify(other)) return value;
  if (value instanceof Date) return new Date(value.getTime() + how.later);
  if (Array.isArray(value)) {
    return value.map((part, i) => renew(part, Array.isArray(other) ? other[i] : null, how));
  }
  if (isObject(value)) {
    const others = isObject(other) ? other : {};
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, renew(part, others[key], how)]),
    );
  }
  if (isRowsInJson(value)) {
    return JSON.stringify(renew(JSON.parse(value), JSON.parse(String(other)), how));
  }
  if (typeof value !== 'string') throw new Error(`No new value is known for ${String(value)}.`);
  if (value.search(ID) < 0 && value.search(TIME) < 0) return nameFor(value, how, scramble);
  return value
    .replace(ID, (id, prefix: string) =>
      how.kept.has(id) ? id : nameFor(id, how, () => typeid(prefix).toString()),
    )
    .replace(TIME, (time) => {
      const zone = /(Z|\+00(:?00)?)$/.test(time) ? '' : 'Z';
      return new Date(Date.parse(time + zone) + how.later).toISOString();
    });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isRowsInJson = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('[{');

function nameFor(old: string, { names }: Renewal, make: (old: string) => string): string {
  const name = names.get(old) ?? make(old);
  names.set(old, name);
  return name;
}

// An order number: other characters of the same kinds, in the same places.
function scramble(old: string): string {
  const any = (characters: string) =>
    characters[Math.floor(Math.random() * characters.length)] ?? '';
  return old
    .replace(/[0-9A-Z]/g, () => any('23456789ABCDEFGHJKMNPQRSTVWXYZ'))
    .replace(/[a-z]/g, () => any('abcdefghjkmnpqrstvwxyz'));
}
