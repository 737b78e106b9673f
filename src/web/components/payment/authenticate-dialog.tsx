import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** The question that a bank asks before some cards may pay. In the sandbox, the shop asks it. */
export default function AuthenticateDialog({
  onResult,
}: {
  onResult: (approved: boolean) => void;
}) {
  return (
    <ConfirmDialog
      open
      onClose={() => onResult(false)}
      title="Authenticate"
      description="Your bank wants to make sure that it is you who is paying with this card."
    >
      <Button type="button" onClick={() => onResult(false)}>
        Refuse
      </Button>
      <Button type="button" look="accent" onClick={() => onResult(true)}>
        Approve
      </Button>
    </ConfirmDialog>
  );
}
