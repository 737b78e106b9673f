import { useState } from 'react';
import { counted } from '#shared/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { ChipField } from '../../../ui/chip-field.tsx';
import type { Sheet } from './draft.ts';
import { addValues, archivedBy, type Option, onlyNew, removeValue, valuesOf } from './options.ts';
import { type FieldsProps, PlainText } from './plain-field.tsx';

const NO_UNITS = 'The new variants have no units yet. Type them in the column Available.';

interface OptionFieldsProps {
  sheet: Sheet;
  plain: FieldsProps;
  onSheet: (sheet: Sheet) => void;
}

/** The values of each option. Tells how many variants the removal of a value archives. */
export function OptionFields({ sheet, plain, onSheet }: OptionFieldsProps) {
  const [said, setSaid] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { optionName } = plain.fields;
  const hasThird = isAsked || optionName !== '' || sheet.options.length > 0;
  const remove = (option: Option, value: string) => {
    const count = archivedBy(sheet, option, value);
    const archives = `Saving archives ${counted(count, 'variant')} with ${value}.`;
    setSaid(count > 0 ? `${archives} Undo brings them back.` : '');
    onSheet(removeValue(sheet, option, value));
  };
  const chips = (option: Option, label: string) => (
    <ChipField
      label={label}
      hint="Enter or a comma adds a value."
      values={valuesOf(sheet, option)}
      onAdd={(values) => {
        const added = addValues(sheet, option, values);
        const hadUnits = Number(onlyNew(sheet)?.available || 0) > 0;
        setSaid(hadUnits && !onlyNew(added) ? NO_UNITS : '');
        onSheet(added);
      }}
      onRemove={(value) => remove(option, value)}
    />
  );
  return (
    <div className="scriptless:hidden">
      <div className="grid gap-4 sm:grid-cols-2">
        {chips('color', 'Colours')}
        {chips('size', 'Sizes')}
        {hasThird ? (
          <>
            <PlainText
              {...plain}
              name="optionName"
              hint="What customers choose beside colour and size, such as Length or Fit."
              input={{ maxLength: 60, autoFocus: isAsked }}
            />
            {chips('option', optionName === '' ? 'Its values' : `Values of ${optionName}`)}
          </>
        ) : null}
      </div>
      {hasThird ? null : (
        <Button
          type="button"
          className="mt-3 lg:min-h-9 lg:py-1 lg:text-sm"
          onClick={() => setAsked(true)}
        >
          Add another option
        </Button>
      )}
      <p role="status" className="text-sm font-medium">
        {said}
      </p>
    </div>
  );
}
