/** Before and after of each field that differs, as the audit log has them. */
export type Differences = Record<string, [before: unknown, after: unknown]>;

interface Choice {
  /** Fields that are not compared. */
  except?: ReadonlySet<string>;
  /** Before the name of each field, such as 'COAT-1 '. */
  prefix?: string;
}

/** The fields of a record that differ between two states of it. */
export function differencesBetween<T extends object>(
  before: T,
  after: T,
  { except, prefix = '' }: Choice = {},
): Differences {
  const found: Differences = {};
  for (const name in before) {
    if (isSame(before[name], after[name]) || except?.has(name)) continue;
    found[`${prefix}${name}`] = [before[name], after[name]];
  }
  return found;
}

/** Whether two values of a record are the same. An import compares fifty for each product. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const isObject = typeof a === 'object' && a !== null && typeof b === 'object' && b !== null;
  return isObject && JSON.stringify(a) === JSON.stringify(b);
}
