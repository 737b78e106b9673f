import { parseArgs } from 'node:util';
import { type Effort, FULL, QUICK } from './effort.ts';

export interface Options<Name extends string> {
  effort: Effort;
  chosen: Name[];
  /** Whether to write the figures into docs/speed.md and the README. */
  write: boolean;
}

/**
 * Reads `--quick`, `--only a,b` and `--write`. The figures of a complete run are always written,
 * those of a quick one only with `--write`, and those of a partial one never. Throws an error with
 * a line for the person.
 */
export function readOptions<Name extends string>(
  args: string[],
  names: readonly Name[],
): Options<Name> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      write: { type: 'boolean' },
    },
    allowNegative: true,
  });
  const asked = values.only?.split(',').map((name) => name.trim());
  const unknown = asked?.filter((name) => !names.some((known) => known === name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`--only knows ${names.join(', ')}, and not ${unknown.join(', ')}.`);
  }
  if (asked && values.write) throw new Error('--write needs every figure: leave out --only.');
  return {
    effort: values.quick ? QUICK : FULL,
    chosen: names.filter((name) => asked?.includes(name) ?? true),
    write: values.write ?? (!values.quick && asked === undefined),
  };
}
