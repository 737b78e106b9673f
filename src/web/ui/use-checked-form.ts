import { type SubmissionResult, useForm } from '@conform-to/react';
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';

/**
 * A form that is checked when a field is left, cleared as it is mended, and checked again by the
 * server, whose answer is `lastResult`.
 */
export function useCheckedForm<Schema extends z.ZodObject>(
  schema: Schema,
  options: {
    id: string;
    lastResult: SubmissionResult<string[]> | null | undefined;
    defaultValue?: Record<string, string | null | undefined>;
  },
) {
  return useForm<z.input<Schema>, z.output<Schema>, string[]>({
    id: options.id,
    lastResult: options.lastResult ?? null,
    ...(options.defaultValue ? { defaultValue: options.defaultValue as never } : {}),
    constraint: getZodConstraint(schema),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
}
