/** Values for a fuzz run: mostly what a schema asks for, and often what it does not. */

import type { Random } from '../support/random.ts';

export type Schema = Record<string, unknown>;

/** What people don't type: what breaks programs, encodings, numbers, addresses and pages. */
export const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\u0000admin',
  '\ud800',
  'x\udfff',
  'a\0b',
  '\u202e\u2066',
  '\u200b\u200d\ufeff',
  '\r\nSet-Cookie: a=b',
  '[object Object]',
  'function Object() { [native code] }',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '٣',
  '../../etc/passwd',
  '%00',
  '%',
  '{}',
  '[]',
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '$' + '{7*7}',
  'a'.repeat(300),
  'a'.repeat(9_000),
  'é'.repeat(5_000),
  // One character for people, eleven in JavaScript, seven for the database.
  '👨‍👩‍👧‍👦'.repeat(80),
  '9'.repeat(400),
  '99999999999999999999',
  '2026-02-30T00:00:00Z',
  'javascript:alert(1)',
  '//evil.example',
  'https://i.ibb.co/a\0.png',
];

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  0.001,
  1e-7,
  99,
  100,
  101,
  2 ** 31,
  2 ** 53 + 2,
  1e21,
  1e308,
  -1e308,
];

const oddValues = (dice: Random): unknown =>
  dice.pick<() => unknown>([
    () => dice.pick(ODD_TEXTS),
    () => dice.pick(ODD_NUMBERS),
    () => null,
    () => dice.chance(0.5),
    () => [],
    () => ({}),
    () => [dice.pick(ODD_TEXTS), dice.pick(ODD_NUMBERS)],
    () => JSON.parse('{"$ne":null,"__proto__":{"role":"admin"},"toString":"x"}'),
    () => Array.from({ length: 200 }, () => ({})),
    () => deep(60),
  ])();

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

/** Makes values for schemas of one description; `known` has words that mean something under a name. */
export function valueMaker(schemas: Record<string, Schema>, known: (name: string) => string[]) {
  function valueFor(schema: Schema, dice: Random, oddness: number, name = ''): unknown {
    if (dice.chance(oddness)) return oddValues(dice);
    if (typeof schema.$ref === 'string') {
      return valueFor(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, dice, oddness, name);
    }
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (choices) return valueFor(dice.pick(choices), dice, oddness, name);
    if (Array.isArray(schema.enum)) return dice.pick(schema.enum);
    const type = Array.isArray(schema.type) ? dice.pick(schema.type) : schema.type;
    if (type === 'object') return objectFor(schema, dice, oddness);
    if (type === 'array') {
      const item = (schema.items ?? {}) as Schema;
      const most = Math.min(Number(schema.maxItems ?? 4), 4);
      return Array.from({ length: dice.below(most + 1) }, () => valueFor(item, dice, oddness));
    }
    if (type === 'integer' || type === 'number') {
      const least = Number(schema.minimum ?? 0);
      const most = Math.min(Number(schema.maximum ?? 200), least + dice.pick([2, 200]));
      const value = least + dice.next() * (most - least);
      return type === 'integer' || dice.chance(0.5) ? Math.round(value) : Number(value.toFixed(2));
    }
    if (type === 'boolean') return dice.chance(0.5);
    if (type === 'null') return null;
    return dice.chance(1 - oddness / 2) ? dice.pick(known(name)) : dice.pick(ODD_TEXTS);
  }

  function objectFor(schema: Schema, dice: Random, oddness: number): Schema {
    const properties = (schema.properties ?? {}) as Record<string, Schema>;
    const required = new Set((schema.required ?? []) as string[]);
    const made: Schema = {};
    for (const [name, inner] of Object.entries(properties)) {
      const wanted = required.has(name) ? !dice.chance(oddness / 2) : dice.chance(0.4);
      if (wanted) made[name] = valueFor(inner, dice, oddness, name);
    }
    if (dice.chance(0.05)) made[dice.pick(['role', 'status', '_id', 'userId'])] = 'admin';
    return made;
  }

  return valueFor;
}
