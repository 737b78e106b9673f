import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { JobStatus } from '#features/staff-jobs/staff-jobs.schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';
import { DENSE_BUTTON } from '../dense.ts';

interface UndoWords {
  label: string;
  title: string;
  description: string;
}

/**
 * The actions that are possible for a job in its state. Each button is an intent of the page's
 * form.
 */
export function JobActions({
  status,
  undo,
  children,
}: {
  status: JobStatus;
  /** Null if the job changed nothing. */
  undo: UndoWords | null;
  children?: ReactNode;
}) {
  const isRunning = status === 'running' || status === 'waiting';
  const isUndoable = ['done', 'cancelled', 'failed', 'paused'].includes(status);
  return (
    <>
      {children}
      {isRunning ? <Act intent="pause">Pause</Act> : null}
      {status === 'paused' ? (
        <Act intent="resume" look="accent">
          Resume
        </Act>
      ) : null}
      {isRunning || status === 'paused' ? <Act intent="cancel">Cancel</Act> : null}
      {undo && isUndoable ? <Undo {...undo} /> : null}
    </>
  );
}

/** A button of a job's page. */
export function Act({
  intent,
  look = 'outline',
  disabledBecause = null,
  children,
}: {
  intent: string;
  look?: 'accent' | 'outline' | 'danger';
  /** The id of the text that says why it can't be pressed now; null if it can be. */
  disabledBecause?: string | null;
  children: ReactNode;
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
        disabled={disabledBecause !== null}
        aria-describedby={disabledBecause ?? undefined}
      >
        {children}
      </Button>
    </Form>
  );
}

/** Asks first when there is script. Without script, the button undoes at once. */
function Undo({ label, title, description }: UndoWords) {
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
        {label}
      </Button>
      <Question
        isOpen={isAsked}
        title={title}
        text={description}
        keep="Keep"
        onKeep={() => setAsked(false)}
      >
        <Form method="post" onSubmit={() => setAsked(false)}>
          <Button look="danger" name="intent" value="undo">
            Undo
          </Button>
        </Form>
      </Question>
    </Form>
  );
}
