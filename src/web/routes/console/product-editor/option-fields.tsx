import { useState } from 'react';
import { counted } from '#shared/counted.ts';
import { ChipField } from '../../../ui/chip-field.tsx';
import type { Sheet } from './draft.ts';
import { addValues, archivedBy, type Option, removeValue } from './options.ts';

const labels = { color: 'Colours', size: 'Sizes' } as const;

/** The values of each option. Says how many variants a removed value archives. */
export function OptionFields({
  sheet,
  onSheet,
}: {
  sheet: Sheet;
  onSheet: (sheet: Sheet) => void;
}) {
  const [said, setSaid] = useState('');
  const remove = (option: Option, value: string) => {
    const count = archivedBy(sheet, option, value);
    const archives = `Saving archives ${counted(count, 'variant')} with ${value}.`;
    setSaid(count > 0 ? `${archives} Undo brings them back.` : '');
    onSheet(removeValue(sheet, option, value));
  };
  return (
    <div className="scriptless:hidden">
      <div className="grid gap-4 sm:grid-cols-2">
        {(['color', 'size'] as const).map((option) => (
          <ChipField
            key={option}
            label={labels[option]}
            hint="Enter or a comma adds a value."
            values={option === 'size' ? sheet.sizes : sheet.colors}
            onAdd={(values) => {
              setSaid('');
              onSheet(addValues(sheet, option, values));
            }}
            onRemove={(value) => remove(option, value)}
          />
        ))}
      </div>
      <p role="status" className="text-sm font-medium">
        {said}
      </p>
    </div>
  );
}
