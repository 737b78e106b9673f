import { useId, useState } from 'react';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';

/** A list of codes and units, such as a part of a delivery note. What is not added stays. */
export function PasteList({ onList }: { onList: (text: string) => Promise<string> }) {
  const id = useId();
  const [text, setText] = useState('');
  const [isReading, setReading] = useState(false);
  const add = async () => {
    setReading(true);
    try {
      setText(await onList(text));
    } finally {
      setReading(false);
    }
  };
  return (
    <details className="mt-3 scriptless:hidden">
      <summary className="cursor-pointer text-sm font-semibold">Paste a list</summary>
      <label htmlFor={id} className="mt-2 block text-sm text-ink-soft">
        A code and its units on each line, such as TEE-NAVY-M, 12. A code alone is one unit.
      </label>
      <textarea
        id={id}
        rows={5}
        spellCheck={false}
        value={text}
        readOnly={isReading}
        onChange={({ target }) => setText(target.value)}
        className="control mt-1 max-w-md font-mono"
      />
      <Button
        type="button"
        className={`mt-2 ${DENSE_BUTTON}`}
        disabled={text.trim() === ''}
        pending={isReading}
        onClick={() => void add()}
      >
        Add the list
      </Button>
    </details>
  );
}
