import { Form, useNavigation } from 'react-router';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { TableNotice as Shown } from './notice-of-edit.ts';

/** Shows the result of a form of the table, with a button that undoes a bulk edit. */
export function TableNotice({ notice }: { notice: Shown | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'undo';
  if (!notice) return null;
  const { batch } = notice;
  return (
    // It stays visible when the person scrolls down the table.
    <div className="sticky top-16 z-20 lg:top-2 mb-3">
      <Notice tone={notice.tone} className="shadow-panel">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>{notice.text}</p>
          {batch ? (
            <Form method="post" preventScrollReset className="flex items-center gap-4">
              <Link to={`/admin/bulk-edits/${batch}`} className="link">
                Bulk edit
              </Link>
              <input type="hidden" name="batch" value={batch} />
              <Button name="intent" value="undo" pending={isBusy} className={DENSE_BUTTON}>
                Undo
              </Button>
            </Form>
          ) : null}
        </div>
      </Notice>
    </div>
  );
}
