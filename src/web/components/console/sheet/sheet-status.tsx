import type { ReactNode } from 'react';

/** The line below the grid: how many rows it has, and what is wrong with them. */
export function SheetStatus({
  words,
  errors,
  first,
  onError,
  warnings,
  children,
}: {
  words: string;
  /** How many rows have errors. */
  errors: number;
  /** The first of the errors; null where there is none. */
  first: string | null;
  /** Goes to the first cell with an error. */
  onError: () => void;
  /** What `findWarnings` found. */
  warnings: { count: number; first: string | null };
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <p role="status">
        {words}
        {errors > 0 ? `, ${errors} with errors` : ''}
        {warnings.count > 0 ? `, ${warnings.count} to check` : ''}
      </p>
      {first === null ? null : <p className="font-medium text-danger wrap-anywhere">{first}</p>}
      {first === null && warnings.first !== null ? (
        <p className="font-medium text-ink wrap-anywhere">{warnings.first}</p>
      ) : null}
      {errors > 0 ? (
        <button
          type="button"
          data-first-error=""
          className="link min-h-6 font-semibold"
          onClick={onError}
        >
          Go to the first error
        </button>
      ) : null}
      {children}
    </div>
  );
}
