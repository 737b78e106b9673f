/** The environment variables for how long rows stay. */
import { z } from 'zod';
import {
  type KeptDays,
  type RetentionDays,
  type RetentionVariable,
  ruleNames,
  ruleOf,
} from '#features/retention/retention-rules.ts';

/** A number of days; 0 and 'keep' mean for ever, which is null. */
const daysOf = ({ least, because }: KeptDays) =>
  z
    .string()
    .regex(/^(?:keep|\d{1,5})$/, "must be a number of days, or 'keep' (or 0) for ever")
    .transform((text) => (text === 'keep' ? 0 : Number(text)))
    .refine(
      (days) => days === 0 || days >= least,
      `must be ${least} days or more, because ${because}; 'keep' or 0 means for ever`,
    )
    .transform((days) => (days === 0 ? null : days));

const kept = ruleNames.flatMap((name) => {
  const { keep } = ruleOf(name);
  return 'variable' in keep ? [keep] : [];
});

/** By name, what each variable takes. */
export const retentionVariables = Object.fromEntries(
  kept.map((keep) => [keep.variable, daysOf(keep)]),
) as Record<RetentionVariable, ReturnType<typeof daysOf>>;

/** How many days each variable sets, also where it is not set. */
export function readRetention(
  env: { [name in RetentionVariable]?: number | null | undefined },
): RetentionDays {
  const days = kept.map((keep) => {
    const own = env[keep.variable as RetentionVariable];
    return [keep.variable, own === undefined ? keep.days : own];
  });
  return Object.fromEntries(days) as RetentionDays;
}
