import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button, ButtonLink } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const looks = {
  danger: { section: 'mb-8 bg-danger-tint p-6', heading: 'text-heading' },
  plain: { section: 'mb-4 bg-tint p-4', heading: 'font-sans text-heading font-semibold' },
};

interface Props {
  isOpen: boolean;
  title: string;
  /** What will happen. */
  text: string;
  /** The label of the button that changes nothing; null if the form has its own. */
  keep?: string | null;
  /** The address of the page without the question. Without it, only the dialog asks. */
  keepLink?: string;
  /** What leads there instead of a link, where a form of the page has to be shown again. */
  keepForm?: ReactNode;
  onKeep: () => void;
  look?: keyof typeof looks;
  /** What gets the focus after it, if not what had it before. */
  finalFocus?: RefObject<HTMLElement | null>;
  /** The form or button that carries it out. */
  children: ReactNode;
}

/** Asks once before something is done: in a dialog, or on the page without script. */
export function Question({
  isOpen,
  title,
  text,
  keep = 'Cancel',
  keepLink,
  keepForm,
  onKeep,
  look = 'danger',
  finalFocus,
  children,
}: Props) {
  const { section, heading } = looks[look];
  return (
    <>
      {isOpen && (keepLink !== undefined || keepForm) ? (
        <section
          aria-label="Confirmation"
          className={`hidden rounded-panel scriptless:block ${section}`}
        >
          <h2 className={heading}>{title}</h2>
          <p className="mt-2 mb-5">{text}</p>
          <div className="flex flex-wrap gap-3">
            {children}
            {keepForm}
            {keep === null || keepLink === undefined ? null : (
              <ButtonLink to={keepLink}>{keep}</ButtonLink>
            )}
          </div>
        </section>
      ) : null}
      <ConfirmDialog
        open={isOpen}
        onClose={onKeep}
        title={title}
        description={text}
        {...(finalFocus ? { finalFocus } : {})}
      >
        {keep === null ? null : (
          <Button type="button" onClick={onKeep}>
            {keep}
          </Button>
        )}
        {children}
      </ConfirmDialog>
    </>
  );
}

/**
 * A question that an action returned: open until it is closed or the next action returns none.
 * `shown` stays while its dialog closes.
 */
export function useReturnedQuestion<Returned>(question: Returned | undefined) {
  const [closed, setClosed] = useState<Returned | undefined>();
  const [last, setLast] = useState(question);
  useEffect(() => {
    if (question) setLast(question);
  }, [question]);
  return {
    shown: question ?? last,
    isOpen: question !== undefined && closed !== question,
    close: () => setClosed(question),
  };
}
