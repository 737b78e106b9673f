/** Changes of the audit log that have ids: the products of a collection or search, and its boosts. */
import { type Boost, boostKinds } from '#features/catalog/search.schema.ts';
import { describeSteps } from '../pins/describe-steps.ts';

/** The most products that are named before and after. */
const NAMED = 5;

type Names = ReadonlyMap<string, string>;

/** A brand or a tag may be the id of a category of the specification. */
const hasId = ({ kind }: Pick<Boost, 'kind'>) => kind === 'category' || kind === 'product';

/** The ids of products and categories in the changes of an entry, whose names are to be looked up. */
export function idsInChanges(detail: Record<string, unknown>): string[] {
  const { products, boosts } = changedOf(detail);
  return [
    ...Object.values(productsChanged(products) ?? {})
      .flat(2)
      .map(String),
    ...pairOf(boosts)
      .flat()
      .map((boost) => boost as Boost)
      .filter(hasId)
      .map(({ value }) => value),
  ];
}

/** The detail of an entry, with names instead of these ids. */
export function namedChanges(
  detail: Record<string, unknown>,
  names: Names,
): Record<string, unknown> {
  const { products, boosts, ...others } = changedOf(detail);
  if (!products && !boosts) return detail;
  const nameOf = (id: unknown) => names.get(String(id)) ?? String(id);
  const ofProducts = Object.entries(productsChanged(products) ?? {}).map(([field, pair]) => [
    field,
    pair.map((ids) => ids.map(nameOf)),
  ]);
  const ofBoosts = boosts
    ? { boosts: pairOf(boosts).map((list) => list.map((one) => inWords(one as Boost, nameOf))) }
    : {};
  return { ...detail, changed: { ...others, ...Object.fromEntries(ofProducts), ...ofBoosts } };
}

function changedOf({ changed }: Record<string, unknown>): Record<string, unknown> {
  return typeof changed === 'object' && changed !== null ? { ...changed } : {};
}

function pairOf(change: unknown): [unknown[], unknown[]] {
  const [before, after] = Array.isArray(change) ? change : [];
  return [Array.isArray(before) ? before : [], Array.isArray(after) ? after : []];
}

/** The first products that were taken out and added; if there are none, the first ones in each order. */
function productsChanged(change: unknown): Record<string, [unknown[], unknown[]]> | null {
  if (!change) return null;
  const [before, after] = pairOf(change);
  const [was, is] = [new Set(before), new Set(after)];
  const removed = before.filter((id) => !is.has(id)).slice(0, NAMED);
  const added = after.filter((id) => !was.has(id)).slice(0, NAMED);
  if (removed.length + added.length > 0) return { products: [removed, added] };
  return { orderOfProducts: [before.slice(0, NAMED), after.slice(0, NAMED)] };
}

function inWords({ kind, value, steps }: Boost, nameOf: (id: string) => string): string {
  const of = hasId({ kind }) ? nameOf(value) : value;
  return `${boostKinds[kind]} ${of} ${describeSteps(steps)}`;
}
