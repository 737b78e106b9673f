import { Form, useLocation, useNavigation } from 'react-router';
import { listParams } from '../../pagination.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** The button that undoes the deletion in a notice. */
export function UndoDeletion({ orderId }: { orderId: string }) {
  const { pathname, search } = useLocation();
  const { formData } = useNavigation();
  const busy = formData?.get('intent') === 'undo';
  return (
    <Form method="post" action={`${pathname}?${listParams(search)}`} replace preventScrollReset>
      <input type="hidden" name="orderId" value={orderId} />
      <button
        type="submit"
        name="intent"
        value="undo"
        className="link -my-2 inline-flex min-h-11 items-center gap-2 font-semibold"
      >
        {busy ? <Spinner label="Working" /> : null}
        Undo
      </button>
    </Form>
  );
}
