import { ConfirmedForm } from '../confirmed-form.tsx';
import { Panel } from '../panel.tsx';

/** Removes the record of an editor after a question. */
export function Removal({
  thing,
  name,
  text,
  version,
  whyKept = null,
}: {
  /** Such as 'category'. */
  thing: string;
  name: string;
  /** What will happen. */
  text: string;
  /** Sent along where a removal needs the version. */
  version?: number;
  /** Why it can't be removed. */
  whyKept?: string | null;
}) {
  return (
    <Panel title={`Remove the ${thing}`}>
      <p className="text-sm text-ink-soft">{whyKept ?? text}</p>
      {whyKept === null ? (
        <ConfirmedForm
          intent="remove"
          button={`Remove ${thing}`}
          title={`Remove ${name}?`}
          text={text}
          look="danger"
        >
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
        </ConfirmedForm>
      ) : null}
    </Panel>
  );
}
