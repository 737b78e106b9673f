import { useEffect, useState } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { TableResult } from './change-products.ts';

type Question = NonNullable<TableResult['question']>;

/** Asks before a bulk edit: in a dialog, or on the page where there is no script. */
export function BulkQuestion({ question }: { question: Question | undefined }) {
  const { search } = useLocation();
  const isBusy = useNavigation().formMethod === 'POST';
  const [closed, setClosed] = useState<Question | undefined>();
  // Stays while the dialog closes.
  const [last, setLast] = useState(question);
  useEffect(() => {
    if (question) setLast(question);
  }, [question]);
  const shown = question ?? last;
  if (!shown) return null;
  const close = () => setClosed(question);
  const yes = (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="edit" />
      {Object.entries(shown.change).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {shown.ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <Button look="solid" pending={isBusy}>
        Yes, change them
      </Button>
    </Form>
  );
  return (
    <>
      {question ? (
        <section
          aria-label="Confirmation"
          className="mb-4 hidden rounded-panel bg-tint p-4 scriptless:block"
        >
          <h2 className="font-sans text-heading font-semibold">{question.title}</h2>
          <p className="mt-2 mb-4">{question.text}</p>
          <div className="flex flex-wrap items-center gap-3">
            {yes}
            <Link to={search || '?'} className="link">
              Cancel
            </Link>
          </div>
        </section>
      ) : null}
      <ConfirmDialog
        open={question !== undefined && closed !== question}
        onClose={close}
        title={shown.title}
        description={shown.text}
      >
        <Button type="button" onClick={close}>
          Cancel
        </Button>
        {yes}
      </ConfirmDialog>
    </>
  );
}
