import { Form, useNavigation } from 'react-router';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { Button } from '../../../ui/button.tsx';

interface Choice {
  intent: string;
  label: string;
}

interface ProblemProps {
  id: string;
  title: string;
  since: string;
  facts: [string, string][];
  again: Choice;
  /** What to write in the note, and what closes the problem. */
  hint: string;
  close: Choice[];
}

/** A refund or a payment about which staff decide. */
export function Problem(props: ProblemProps) {
  const { id, title, since, facts, again } = props;
  const busy = useNavigation().formData?.get('id') === id;
  const titleId = `problem-${id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="rounded-panel border border-line bg-surface p-4 wrap-anywhere"
    >
      <h2 id={titleId} className="font-sans font-semibold">
        {title}
      </h2>
      <p className="text-sm text-ink-soft">
        Since <DateTime iso={since} />
      </p>
      <dl className="mt-3 grid gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="mb-1 min-w-0 sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button name="intent" value={again.intent} pending={busy} aria-describedby={titleId}>
            {again.label}
          </Button>
        </Form>
        <CloseForm {...props} isBusy={busy} titleId={titleId} />
      </div>
    </article>
  );
}

function CloseForm({
  id,
  hint,
  close,
  isBusy,
  titleId,
}: ProblemProps & { isBusy: boolean; titleId: string }) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="id" value={id} />
      <label className="block max-sm:w-full">
        <span className="mb-1 block text-sm text-ink-soft">{hint}</span>
        <input
          name="note"
          required
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          className="control sm:w-80"
        />
      </label>
      {close.map(({ intent, label }) => (
        <Button
          key={intent}
          name="intent"
          value={intent}
          pending={isBusy}
          aria-describedby={titleId}
        >
          {label}
        </Button>
      ))}
    </Form>
  );
}
