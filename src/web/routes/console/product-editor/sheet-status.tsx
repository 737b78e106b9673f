import { counted } from '#shared/counted.ts';

/** The line below the grid: how many variants it has, and what is wrong with them. */
export function SheetStatus({
  rows,
  errors,
  archived,
  withArchived,
  onArchived,
  onError,
}: {
  rows: number;
  /** How many rows have errors. */
  errors: number;
  archived: number;
  withArchived: boolean;
  onArchived: (shown: boolean) => void;
  /** Goes to the first cell with an error. */
  onError: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <p role="status">
        {counted(rows, 'variant')}
        {errors > 0 ? `, ${errors} with errors` : ''}
      </p>
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
      {archived > 0 ? (
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={withArchived}
            onChange={({ target }) => onArchived(target.checked)}
            className="size-4 accent-accent"
          />
          Show {archived} archived
        </label>
      ) : null}
    </div>
  );
}
