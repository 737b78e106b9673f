import { Form, useNavigation, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

const QUESTION = 'Are you sure you want to delete the product';

/** Asks before a product goes: in a dialog, or on the page itself where there is no script. */
export function ConfirmRemoval({ product }: { product: { id: string; name: string } | null }) {
  const [params, setParams] = useSearchParams();
  const busy = useNavigation().formMethod === 'POST';
  const without = new URLSearchParams(params);
  without.delete('remove');
  without.delete('notice');
  const removal = product ? (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="productId" value={product.id} />
      <Button look="danger" pending={busy}>
        Delete
      </Button>
    </Form>
  ) : null;
  return (
    <>
      {product ? (
        <section
          aria-label="Confirmation"
          className="mb-8 hidden rounded-panel bg-danger-tint p-6 scriptless:block"
        >
          <h2 className="text-heading">{QUESTION}</h2>
          <p className="mt-2 mb-5">{product.name}</p>
          <div className="flex flex-wrap gap-3">
            {removal}
            <ButtonLink to={`?${without}`}>Cancel</ButtonLink>
          </div>
        </section>
      ) : null}
      <ConfirmDialog
        open={product !== null}
        onClose={() => setParams(without, { replace: true, preventScrollReset: true })}
        title={QUESTION}
        description={product?.name}
      >
        <Button
          type="button"
          onClick={() => setParams(without, { replace: true, preventScrollReset: true })}
        >
          Cancel
        </Button>
        {removal}
      </ConfirmDialog>
    </>
  );
}
