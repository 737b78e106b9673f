import type { ColumnsFrom } from '#features/product-management/import.schema.ts';
import { formatDay } from '#shared/dates.ts';
import { Act } from '../../../components/console/job/job-actions.tsx';

/** Says which earlier import the columns are from, and lets staff check the file as it is detected. */
export function EarlierColumns({
  from,
  canDetect,
}: {
  from: ColumnsFrom | undefined;
  canDetect: boolean;
}) {
  if (!from) return null;
  return (
    <div className="mb-4 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm wrap-anywhere">
        Columns as in {from.fileName} of {formatDay(from.startedAt)}
      </p>
      {canDetect ? <Act intent="detect">Check with the detected columns</Act> : null}
    </div>
  );
}
