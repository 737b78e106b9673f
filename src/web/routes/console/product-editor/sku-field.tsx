import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** The pattern of SKUs, with a button that fills in the empty ones. */
export function SkuPattern({ onFill }: { onFill: (pattern: string) => void }) {
  const [pattern, setPattern] = useState('{slug}-{color}-{size}-{option}');
  return (
    <div className="flex flex-wrap items-end gap-2 scriptless:hidden">
      <label className="min-w-48 flex-1">
        <span className="field-label">SKU pattern</span>
        <input
          value={pattern}
          onChange={({ target }) => setPattern(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onFill(pattern);
          }}
          spellCheck={false}
          autoComplete="off"
          className="control lg:min-h-9 lg:py-1 lg:text-sm"
        />
      </label>
      <Button
        type="button"
        className="lg:min-h-9 lg:py-1 lg:text-sm"
        onClick={() => onFill(pattern)}
      >
        Fill empty SKUs
      </Button>
    </div>
  );
}
