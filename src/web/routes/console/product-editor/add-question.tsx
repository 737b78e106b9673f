import { useState } from 'react';
import { counted } from '#shared/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';

/** Says that files are not in the product: '1 image was not uploaded.' */
export const notUploaded = (failed: number) =>
  `${counted(failed, 'image')} ${failed === 1 ? 'was' : 'were'} not uploaded.`;

/**
 * Asks before a product is added without files that could not be uploaded, because its page does
 * not have them any more.
 */
export function useAddQuestion(failed: number, onAdd: () => void) {
  const [isOpen, setOpen] = useState(false);
  return {
    press: () => (failed === 0 ? onAdd() : setOpen(true)),
    question: <AddQuestion {...{ isOpen, failed, onAdd }} onClose={() => setOpen(false)} />,
  };
}

function AddQuestion({
  isOpen,
  failed,
  onClose,
  onAdd,
}: {
  isOpen: boolean;
  failed: number;
  onClose: () => void;
  onAdd: () => void;
}) {
  return (
    <Question
      isOpen={isOpen}
      title={`Add the product without ${counted(failed, 'image')}?`}
      text={`${notUploaded(failed)} You can try again first.`}
      onKeep={onClose}
    >
      <Button
        type="button"
        look="solid"
        onClick={() => {
          onClose();
          onAdd();
        }}
      >
        Yes, add it
      </Button>
    </Question>
  );
}
