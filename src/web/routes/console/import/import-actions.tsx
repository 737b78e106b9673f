import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ImportInput, ImportResult } from '#features/product-management/import.schema.ts';
import type { JobView } from '#features/staff-jobs/staff-jobs.schema.ts';
import { counted } from '#shared/counted.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** What can be done with a job in its state. */
export function ImportActions({
  job: { status },
  input,
  result,
}: {
  job: JobView;
  input: ImportInput;
  result: Partial<ImportResult>;
}) {
  const { added = 0, changed = 0 } = result;
  const isRunning = status === 'running' || status === 'waiting';
  const isUndoable = ['done', 'cancelled', 'failed', 'paused'].includes(status);
  return (
    <>
      {input.dryRun && status === 'done' && added + changed > 0 ? (
        <Act intent="import" look="accent">
          Import {counted(added + changed, 'product')}
        </Act>
      ) : null}
      {isRunning ? <Act intent="pause">Pause</Act> : null}
      {status === 'paused' ? (
        <Act intent="resume" look="accent">
          Resume
        </Act>
      ) : null}
      {isRunning || status === 'paused' ? <Act intent="cancel">Cancel</Act> : null}
      {!input.dryRun && isUndoable && added + changed > 0 ? <Undo /> : null}
    </>
  );
}

function Act({
  intent,
  look = 'outline',
  children,
}: {
  intent: string;
  look?: 'accent' | 'outline' | 'danger';
  children: React.ReactNode;
}) {
  const { formData } = useNavigation();
  return (
    <Form method="post">
      <Button
        look={look}
        name="intent"
        value={intent}
        pending={formData?.get('intent') === intent}
        className={DENSE_BUTTON}
      >
        {children}
      </Button>
    </Form>
  );
}

/** Asks first where there is script; without it, the button undoes at once. */
function Undo() {
  const [isAsked, setAsked] = useState(false);
  return (
    <Form method="post">
      <Button
        look="danger"
        name="intent"
        value="undo"
        className={DENSE_BUTTON}
        onClick={(event) => {
          event.preventDefault();
          setAsked(true);
        }}
      >
        Undo import
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Undo this import?"
        description="Products that it added are archived, and those that it changed get back what they had. What was sold or edited since stays as it is, and is listed."
      >
        <Button type="button" onClick={() => setAsked(false)}>
          Keep
        </Button>
        <Form method="post" onSubmit={() => setAsked(false)}>
          <Button look="danger" name="intent" value="undo">
            Undo
          </Button>
        </Form>
      </ConfirmDialog>
    </Form>
  );
}
