/**
 * The value that a record has under a name that somebody sent. Unlike `record[name]`, it does not
 * find what every object inherits, such as 'constructor'.
 */
export function ownValue<Value>(record: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
