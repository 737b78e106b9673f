import { Form, useNavigation } from 'react-router';
import type { UnsentEmailView } from '#features/emails/emails.schema.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EMAIL_PANEL, Facts } from './email-panel.tsx';

/** An email that waits to be sent. */
export function UnsentEmail({ message }: { message: UnsentEmailView }) {
  const titleId = `message-${message.id}`;
  const busy = useNavigation().formData?.get('messageId') === message.id;
  const { nextAttemptAt, isCarried, isStuck } = message;
  return (
    <article aria-labelledby={titleId} className={EMAIL_PANEL}>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id={titleId} className="font-sans font-semibold">
          {message.label}
          {message.about ? `, ${message.about}` : null}
        </h2>
        <p
          className={classNames(
            'rounded-control px-3 py-1 font-semibold',
            isStuck ? 'bg-danger-tint text-danger' : 'bg-tint text-ink',
          )}
        >
          {isStuck ? 'Stuck' : 'Waiting'}
        </p>
      </div>
      <Facts
        facts={[
          ['Since', <DateTime key="since" iso={message.createdAt} />],
          ['Attempts', String(message.attempts)],
          [
            'Next attempt',
            nextAttemptAt ? (
              <DateTime key="next" iso={nextAttemptAt} />
            ) : isCarried ? (
              'none, until you ask for one'
            ) : (
              'when mail is set up'
            ),
          ],
          ['Last time', message.lastError],
        ]}
      />
      {isCarried ? (
        <Form method="post" preventScrollReset className="mt-4">
          <Button name="messageId" value={message.id} pending={busy} aria-describedby={titleId}>
            Try again
          </Button>
        </Form>
      ) : null}
    </article>
  );
}
