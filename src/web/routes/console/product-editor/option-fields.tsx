import { useState } from 'react';
import { productLimits } from '#shared/product-limits.ts';
import { withThousands } from '#shared/thousands.ts';
import { MAX_VARIANTS } from '#shared/variant-rules.ts';
import { buttonId, useOrder } from '../../../components/console/row-order/use-order.ts';
import { Button } from '../../../ui/button.tsx';
import { ChipField, type ChipOrder } from '../../../ui/chip-field.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { DraftImage, Sheet } from './draft.ts';
import {
  addValues,
  type Option,
  onlyNew,
  orderValues,
  removeValue,
  sayTaken,
  valuesOf,
} from './options.ts';
import { type FieldsProps, PlainText } from './plain-field.tsx';
import { renameValue } from './rename-value.ts';

const tooMany = (variants: number) =>
  `A product has at most ${withThousands(MAX_VARIANTS)} variants; these would be ${withThousands(variants)}. Nothing was added.`;
const NO_UNITS = 'The new variants have no units yet. Type them in the column On hand.';

interface OptionFieldsProps {
  sheet: Sheet;
  images: DraftImage[];
  plain: FieldsProps;
  /** Images are changed together with the sheet when a color is renamed. */
  onSheet: (sheet: Sheet, images?: DraftImage[]) => void;
  /** The sentence below the fields. */
  said: string;
  /** Says a sentence while the sheet is the given one, or else the current one. */
  onSay: (sentence: string, sheet?: Sheet) => void;
}

/** The values of each option. */
export function OptionFields({ sheet, images, plain, onSheet, said, onSay }: OptionFieldsProps) {
  const [isAsked, setAsked] = useState(false);
  const { optionName } = plain.fields;
  const hasThird = isAsked || optionName !== '' || sheet.options.length > 0;
  const chips = (option: Option, label: string) => (
    <OptionChips
      option={option}
      label={label}
      sheet={sheet}
      images={images}
      onSheet={onSheet}
      onSay={onSay}
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
              input={{ maxLength: productLimits.optionName, autoFocus: isAsked }}
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

function OptionChips({
  option,
  label,
  sheet,
  images,
  onSheet,
  onSay,
}: Omit<OptionFieldsProps, 'plain' | 'said'> & { option: Option; label: string }) {
  const own = useChipOrder(sheet, option, onSheet);
  const order = option === 'size' ? null : own;
  return (
    <ChipField
      label={label}
      hint={`Enter or a comma adds a value. Press a value to rename ${order ? 'or move it' : 'it'}.`}
      values={valuesOf(sheet, option)}
      maxLength={productLimits.option}
      order={order}
      onRename={(value, name) => {
        const renamed = renameValue({ images, sheet }, option, value, name);
        if ('problem' in renamed) return renamed.problem;
        onSay('');
        if (renamed.sheet !== sheet) onSheet(renamed.sheet, renamed.images);
        return null;
      }}
      onAdd={(typed) => {
        const added = addValues(sheet, option, typed);
        if (added.rows.length > MAX_VARIANTS) {
          onSay(tooMany(added.rows.length));
          return null;
        }
        const hadUnits = Number(onlyNew(sheet)?.onHand || 0) > 0;
        onSay(hadUnits && !onlyNew(added) ? NO_UNITS : '', added);
        onSheet(added);
        return sayTaken(sheet, option, typed);
      }}
      onRemove={(value) => {
        onSay('');
        onSheet(removeValue(sheet, option, value));
      }}
    />
  );
}

/** The order of an option's values, in which customers see them. Sizes have their natural order. */
function useChipOrder(
  sheet: Sheet,
  option: Option,
  onSheet: OptionFieldsProps['onSheet'],
): ChipOrder {
  const values = valuesOf(sheet, option);
  // The same value may be in two options.
  const idOf = (value: string) => `${option} ${value}`;
  const order = useOrder(
    values.map((name) => ({ id: idOf(name), name })),
    (ids) =>
      onSheet(
        orderValues(
          sheet,
          option,
          ids.map((id) => id.slice(option.length + 1)),
        ),
      ),
  );
  return {
    moveBy: (value, by) => order.moveBy(idOf(value), by),
    buttonId: (value, by) => buttonId(idOf(value), by),
    dragging: (value) => ({
      ...order.row(idOf(value)),
      className: classNames(
        order.dragState(idOf(value)) === 'target' && 'outline-2 outline-accent',
        order.dragState(idOf(value)) === 'dragged' && 'opacity-50',
      ),
    }),
  };
}
