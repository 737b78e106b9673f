import { parseArgs } from 'node:util';
import { type Effort, FULL, QUICK } from './effort.ts';

export interface Options<Name extends string> {
  effort: Effort;
  chosen: Name[];
  /** Whether docs/speed.md and the README get the figures. */
  write: boolean;
}

/**
 * Reads `--quick`, `--only a,b` and `--write`. A whole run is written down, a quick one only when it
 * is asked to, a part of one never. Throws with a line for whoever typed it.
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
