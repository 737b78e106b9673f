/** The words that products have beside their name: without zod, because browsers load this file. */
export const valueKinds = ['brand', 'type', 'tag'] as const;

export type ValueKind = (typeof valueKinds)[number];

/** Two values that are the same for people have the same key: capitals and spaces don't count. */
export const valueKey = (value: string) => value.trim().replace(/\s+/g, ' ').toLowerCase();
