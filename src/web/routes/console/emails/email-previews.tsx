import type { EmailPreview } from '#features/emails/emails.schema.ts';
import { EMAIL_PANEL, EmailText, Facts } from './email-panel.tsx';

const audiences = { customer: 'a customer', shop: 'the shop' } as const;

/** Every email that the shop can send, filled with an example. */
export function EmailPreviews({ previews }: { previews: EmailPreview[] }) {
  return (
    <ul className="space-y-5">
      {previews.map(({ kind, label, audience, subject, text }) => (
        <li key={kind}>
          <article aria-labelledby={kind} className={EMAIL_PANEL}>
            <h2 id={kind} className="font-sans font-semibold">
              {label}
            </h2>
            <Facts
              facts={[
                ['To', audiences[audience]],
                ['Subject', subject],
              ]}
            />
            <EmailText text={text} html={`/admin/emails/previews/${kind}`} titleId={kind} />
          </article>
        </li>
      ))}
    </ul>
  );
}
