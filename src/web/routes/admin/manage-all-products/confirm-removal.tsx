import { Form, useNavigation, useSearchParams } from 'react-router';
import { listParams } from '../../../pagination.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';

const QUESTION = 'Are you sure you want to delete the product';

/** Asks before products are removed: in a dialog, or on the page without script. */
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
    <Question
      isOpen={asking}
      title={QUESTION}
      text={names}
      keepLink={`?${without}`}
      onKeep={cancel}
    >
      {removal}
    </Question>
  );
}
