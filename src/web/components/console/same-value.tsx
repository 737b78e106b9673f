import { valueKey } from '#features/merchandising/values-in-use.schema.ts';

/**
 * Says when products have the typed value with other capitals or spaces, and offers to use theirs.
 * Nothing that is typed is replaced here: staff may be about to correct the one that is in use. Only
 * a tag takes the capitals in use when it is saved.
 */
export function SameValue({
  typed,
  values,
  onUse,
}: {
  typed: string;
  values: string[];
  onUse: (value: string) => void;
}) {
  const key = valueKey(typed);
  const same = values.includes(typed.trim())
    ? undefined
    : values.find((value) => key !== '' && valueKey(value) === key);
  return (
    <div role="status" className={same === undefined ? 'sr-only' : 'mt-1 text-sm'}>
      {same === undefined ? null : (
        <>
          Products have “{same}”.{' '}
          <button type="button" className="link min-h-6" onClick={() => onUse(same)}>
            Use it
          </button>
        </>
      )}
    </div>
  );
}
