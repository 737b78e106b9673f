import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before something is done to an order: in a dialog, or on the page where there is no script. */
export function OrderQuestion({
  title,
  consequence,
  keepLink,
  onKeep,
  children,
}: {
  title: string;
  /** What will happen. */
  consequence: string;
  /** The address of the page without the question. */
  keepLink: string;
  onKeep: () => void;
  /** The form that does it; null while there is no question. */
  children: ReactNode;
}) {
  return (
    <>
      {children ? (
        <section
          aria-label="Confirmation"
          className="mb-8 hidden rounded-panel bg-danger-tint p-6 scriptless:block"
        >
          <h2 className="text-heading">{title}</h2>
          <p className="mt-2 mb-5">{consequence}</p>
          <div className="flex flex-wrap gap-3">
            {children}
            <ButtonLink to={keepLink}>Keep it</ButtonLink>
          </div>
        </section>
      ) : null}
      <ConfirmDialog
        open={children !== null}
        onClose={onKeep}
        title={title}
        description={consequence}
      >
        <Button type="button" onClick={onKeep}>
          Keep it
        </Button>
        {children}
      </ConfirmDialog>
    </>
  );
}
