import { useNavigation } from 'react-router';
import type { ColumnsFrom } from '#features/product-management/import.schema.ts';
import { formatDay } from '#shared/dates.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { COLUMN_FORM } from './column-form.tsx';

/**
 * Says which earlier import the columns are from, and lets staff check the file as it is detected,
 * with the other choices of the form.
 */
export function EarlierColumns({
  from,
  canDetect,
}: {
  from: ColumnsFrom | undefined;
  /** Whether the page has the form. */
  canDetect: boolean;
}) {
  const isSending = useNavigation().formData?.get('intent') === 'detect';
  if (!from) return null;
  return (
    <div className="mb-4 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm wrap-anywhere">
        Columns as in {from.fileName} of {formatDay(from.startedAt)}
      </p>
      {canDetect ? (
        <Button
          form={COLUMN_FORM}
          name="intent"
          value="detect"
          pending={isSending}
          className={DENSE_BUTTON}
        >
          Check with the detected columns
        </Button>
      ) : null}
    </div>
  );
}
