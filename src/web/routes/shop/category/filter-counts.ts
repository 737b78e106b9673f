import type { Facets } from '#features/catalog/search.schema.ts';

/**
 * How many products a value of a filter would leave, by `size=M`. None where they are not exact: a
 * count that is too low would discourage people from choosing the value.
 */
export function countsOf(facets: Facets | null): Record<string, number> {
  if (!facets?.exact) return {};
  return Object.fromEntries(
    facets.facets.flatMap(({ name, values }) =>
      values.map(({ value, count }) => [`${name}=${value}`, count]),
    ),
  );
}
