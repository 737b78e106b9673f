import type { CapturedEmailView } from '#features/emails/emails.schema.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { EMAIL_PANEL, EmailText, Facts } from './email-panel.tsx';

/** An email that the demo captured instead of sending it. */
export function CapturedEmail({ mail }: { mail: CapturedEmailView }) {
  const titleId = `mail-${mail.id}`;
  return (
    <article aria-labelledby={titleId} className={EMAIL_PANEL}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={titleId} className="font-sans font-semibold">
          {mail.subject}
        </h2>
        <p className="text-sm text-ink-soft">
          <DateTime iso={mail.receivedAt} />
        </p>
      </div>
      <Facts
        facts={[
          ['To', mail.to],
          ['From', mail.from],
          ['Replies go to', mail.replyTo],
        ]}
      />
      <EmailText text={mail.text} html={`/admin/emails/${mail.id}`} titleId={titleId} />
    </article>
  );
}
