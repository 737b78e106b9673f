import type { Blocker } from 'react-router';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before leaving a page with unsaved input; see `useUnsavedGuard`. */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  const stay = () => blocker.reset?.();
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={stay}
      title="Leave without saving?"
      description="What you typed is not saved yet and would be lost."
    >
      <Button type="button" look="solid" onClick={stay}>
        Stay here
      </Button>
      <Button type="button" look="danger" onClick={() => blocker.proceed?.()}>
        Leave
      </Button>
    </ConfirmDialog>
  );
}
