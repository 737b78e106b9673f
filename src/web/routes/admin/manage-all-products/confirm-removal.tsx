import { Form, useNavigation, useSearchParams } from 'react-router';
import { listParams } from '../../../list-window.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

const QUESTION = 'Are you sure you want to delete the product';

/** Asks before products are removed: in a dialog, or on the page where there is no script. */
export function ConfirmRemoval({ products }: { products: { id: string; name: string }[] }) {
  const [params, setParams] = useSearchParams();
  const busy = useNavigation().formMethod === 'POST';
  const without = listParams(String(params));
  const asking = products.length > 0;
  const cancel = () => setParams(without, { replace: true, preventScrollReset: true });
  const names = products.map(({ name }) => name).join(', ');
  const removal = asking ? (
    <Form method="post" preventScrollReset>
      {products.map(({ id }) => (
        <input key={id} type="hidden" name="productId" value={id} />
      ))}
      <Button look="danger" pending={busy}>
        Delete
      </Button>
    </Form>
  ) : null;
  return (
    <>
      {asking ? (
        <section
          aria-label="Confirmation"
          className="mb-8 hidden rounded-panel bg-danger-tint p-6 scriptless:block"
        >
          <h2 className="text-heading">{QUESTION}</h2>
          <p className="mt-2 mb-5">{names}</p>
          <div className="flex flex-wrap gap-3">
            {removal}
            <ButtonLink to={`?${without}`}>Cancel</ButtonLink>
          </div>
        </section>
      ) : null}
      <ConfirmDialog open={asking} onClose={cancel} title={QUESTION} description={names}>
        <Button type="button" onClick={cancel}>
          Cancel
        </Button>
        {removal}
      </ConfirmDialog>
    </>
  );
}
