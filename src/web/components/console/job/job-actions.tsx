import { type ReactNode, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ForeseenUndo } from '#features/product-management/import.schema.ts';
import type { JobStatus } from '#features/staff-jobs/staff-jobs.schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';
import { DENSE_BUTTON } from '../dense.ts';
import { foreseenWords } from './undo-words.ts';

interface Words {
  label: string;
  title: string;
  description: string;
}

/** The words of the question before a job is cancelled. */
function cancelOf(thing: string): Words {
  return {
    label: 'Cancel',
    title: `Cancel this ${thing}?`,
    description: `It stops for good. What it has done stays, and can be undone. What it has not come to is left out. To stop it for a while, pause it.`,
  };
}

/**
 * The actions that are possible for a job in its state. Each button is an intent of the page's
 * form.
 */
export function JobActions({
  status,
  name,
  undo,
  foreseen,
  children,
}: {
  status: JobStatus;
  /** What the job is, such as 'import'. */
  name: string;
  /** Null if the job changed nothing. */
  undo: Words | null;
  /**
   * What an undo would leave as it is; null if that is not known, if it can't begin now, or if another
   * one would take nothing back.
   */
  foreseen: ForeseenUndo | null;
  children?: ReactNode;
}) {
  const isRunning = status === 'running' || status === 'waiting';
  const isAgain = status === 'undone' && foreseen !== null;
  const isUndoable = isAgain || ['done', 'cancelled', 'failed', 'paused'].includes(status);
  return (
    <>
      {children}
      {isRunning ? <Act intent="pause">Pause</Act> : null}
      {status === 'paused' ? (
        <Act intent="resume" look="accent">
          Resume
        </Act>
      ) : null}
      {isRunning || status === 'paused' ? (
        <AskedAct intent="cancel" confirm={`Cancel ${name}`} {...cancelOf(name)} />
      ) : null}
      {undo && isUndoable ? (
        <AskedAct
          intent="undo"
          confirm="Undo"
          {...undo}
          label={isAgain ? `${undo.label} again` : undo.label}
          description={undo.description + foreseenWords(foreseen, isAgain)}
        />
      ) : null}
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

/** Asks first when there is script. Without script, the button acts at once. */
function AskedAct({
  intent,
  label,
  title,
  description,
  confirm,
}: Words & {
  intent: 'cancel' | 'undo';
  /** The label of the button of the question. */
  confirm: string;
}) {
  const [isAsked, setAsked] = useState(false);
  const look = intent === 'undo' ? 'danger' : 'outline';
  return (
    <Form method="post">
      <Button
        look={look}
        name="intent"
        value={intent}
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
          <Button look="danger" name="intent" value={intent}>
            {confirm}
          </Button>
        </Form>
      </Question>
    </Form>
  );
}
