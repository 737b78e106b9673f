import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/**
 * The pattern of SKUs, with a button that fills in the empty ones. It begins as that of the shop, by
 * which the server makes those that stay empty.
 */
export function SkuPattern({
  ofShop,
  onFill,
}: {
  ofShop: string;
  onFill: (pattern: string) => void;
}) {
  const [pattern, setPattern] = useState(ofShop);
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
      <p className="w-full text-sm text-ink-soft">
        {pattern === ofShop
          ? 'Empty SKUs are made by this pattern, that of the shop, when you save.'
          : `This pattern fills only what is empty now. SKUs that stay empty are made by the shop’s, ${ofShop}.`}
      </p>
    </div>
  );
}
