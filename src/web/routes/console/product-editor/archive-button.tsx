import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';

interface ArchiveButtonProps {
  /** The saved status of the product. */
  status: string;
  unsaved: boolean;
  disabled: boolean;
  className: string;
  onStatus: (status: string) => void;
}

/** Archives a product after a question, or restores an archived one at once. */
export function ArchiveButton(props: ArchiveButtonProps) {
  const { status, unsaved, disabled, className, onStatus } = props;
  const [isAsking, setAsking] = useState(false);
  const isArchived = status === 'archived';
  const close = () => setAsking(false);
  return (
    <>
      <Button
        name="intent"
        value={isArchived ? 'restore' : 'archive'}
        disabled={disabled}
        className={className}
        onClick={(event) => {
          event.preventDefault();
          if (isArchived) onStatus('draft');
          else setAsking(true);
        }}
      >
        {isArchived ? 'Restore as a draft' : 'Archive'}
      </Button>
      <Question
        isOpen={isAsking}
        title="Archive this product?"
        text={[
          ...(status === 'active' ? ['It leaves the shop at once and can’t be bought.'] : []),
          'Orders keep it, and you can restore it as a draft.',
          ...(unsaved ? ['Your other changes are saved with it.'] : []),
        ].join(' ')}
        onKeep={close}
      >
        <Button
          type="button"
          look="solid"
          onClick={() => {
            close();
            onStatus('archived');
          }}
        >
          Yes, archive
        </Button>
      </Question>
    </>
  );
}
