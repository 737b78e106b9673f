import type { FormResult } from '../../../ui/use-checked-form.ts';

/** Whether a box was checked in a refused form; otherwise as it was saved. */
export function wasChecked(result: FormResult, name: string, saved: boolean): boolean {
  if (result?.status !== 'error') return saved;
  return result.initialValue?.[name] !== undefined;
}
