import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { useMemo, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChipField } from '../../../ui/chip-field.tsx';
import type { CellErrors } from './cell-values.ts';
import { columns, type DraftImage, type Fields, rowsInOrder, type Sheet } from './draft.ts';
import { addValues, archivedBy, type Option, removeValue, toggleRow } from './options.ts';
import { Section } from './section.tsx';
import { applyEdits, type Edits } from './sheet-edits.ts';
import type { Cell } from './sheet-range.ts';
import { fillSkus } from './sku-pattern.ts';
import { type SheetHandle, VariantSheet } from './variant-sheet.tsx';

/** Options with their values, and the grid of the variants. */
export function VariantSection(props: {
  sheet: Sheet;
  images: DraftImage[];
  fields: Fields;
  errors: CellErrors;
  onSheet: (sheet: Sheet) => void;
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
}) {
  const { sheet, images, fields, errors, onSheet, onUndo, onRedo } = props;
  const announce = useAnnounce();
  const [withArchived, setWithArchived] = useState(false);
  const handle = useRef<SheetHandle>(null);
  const rows = useMemo(() => rowsInOrder(sheet, withArchived), [sheet, withArchived]);
  const archived = sheet.rows.filter((row) => row.archived).length;
  const edit = (edits: Edits) => onSheet({ ...sheet, rows: applyEdits(sheet.rows, edits) });
  const firstError = (): Cell | null => {
    const row = rows.findIndex(({ key }) => errors.has(key));
    const wrong = errors.get(rows[row]?.key ?? '');
    return wrong ? { row, column: columns.findIndex((column) => wrong[column]) } : null;
  };
  return (
    <Section
      title="Variants"
      actions={
        <div className="flex">
          <IconButton small label="Undo in the grid" disabled={!onUndo} onClick={() => onUndo?.()}>
            <Undo aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton small label="Redo in the grid" disabled={!onRedo} onClick={() => onRedo?.()}>
            <Redo aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      }
    >
      <noscript>
        <p className="text-sm">Variants and images are changed with JavaScript.</p>
      </noscript>
      <OptionFields sheet={sheet} onSheet={onSheet} />
      <SkuPattern
        onFill={(pattern) => onSheet({ ...sheet, rows: fillSkus(sheet.rows, pattern, fields) })}
      />
      <VariantSheet
        ref={handle}
        rows={rows}
        images={images}
        errors={errors}
        inherited={fields}
        onEdits={edit}
        onUndo={() => onUndo?.()}
        onRedo={() => onRedo?.()}
        onToggle={(key) => onSheet(toggleRow(sheet, key))}
        onSay={announce}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <p role="status">
          {counted(rows.length, 'variant')}
          {errors.size > 0 ? `, ${errors.size} with errors` : ''}
        </p>
        {errors.size > 0 ? (
          <button
            type="button"
            className="link min-h-6 font-semibold"
            onClick={() => {
              const cell = firstError();
              if (cell) handle.current?.goTo(cell);
            }}
          >
            Go to the first error
          </button>
        ) : null}
        {archived > 0 ? (
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              checked={withArchived}
              onChange={({ target }) => setWithArchived(target.checked)}
              className="size-4 accent-accent"
            />
            Show {archived} archived
          </label>
        ) : null}
      </div>
    </Section>
  );
}

const optionLabels = { color: 'Colours', size: 'Sizes' } as const;

function OptionFields({ sheet, onSheet }: { sheet: Sheet; onSheet: (sheet: Sheet) => void }) {
  const [said, setSaid] = useState('');
  const remove = (option: Option, value: string) => {
    const count = archivedBy(sheet, option, value);
    setSaid(
      count > 0
        ? `Saving archives ${counted(count, 'variant')} with ${value}. Undo brings them back.`
        : '',
    );
    onSheet(removeValue(sheet, option, value));
  };
  return (
    <div className="scriptless:hidden">
      <div className="grid gap-4 sm:grid-cols-2">
        {(['color', 'size'] as const).map((option) => (
          <ChipField
            key={option}
            label={optionLabels[option]}
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

function SkuPattern({ onFill }: { onFill: (pattern: string) => void }) {
  const [pattern, setPattern] = useState('{slug}-{color}-{size}');
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
