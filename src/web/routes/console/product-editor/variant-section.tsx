import { useMemo, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { type SheetHandle, Sheet as SheetView } from '../../../components/console/sheet/sheet.tsx';
import { applyEdits } from '../../../components/console/sheet/sheet-edits.ts';
import { firstError, firstErrorText } from '../../../components/console/sheet/sheet-errors.ts';
import { SheetStatus } from '../../../components/console/sheet/sheet-status.tsx';
import { SheetSteps } from '../../../components/console/sheet/sheet-steps.tsx';
import { useAnnounce } from '../../../ui/announcer.tsx';
import type { CellErrors } from './cell-values.ts';
import { type DraftImage, nameInError, rowsInOrder, type Sheet } from './draft.ts';
import { OptionFields } from './option-fields.tsx';
import { toggleRow } from './options.ts';
import type { FieldsProps } from './plain-field.tsx';
import { Section } from './section.tsx';
import { SkuPattern } from './sku-field.tsx';
import { fillSkus } from './sku-pattern.ts';
import { variantModel } from './variant-model.tsx';

interface VariantSectionProps {
  sheet: Sheet;
  images: DraftImage[];
  plain: FieldsProps;
  errors: CellErrors;
  onSheet: (sheet: Sheet) => void;
  /** Null if there is nothing to undo or redo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
}

/** Options with their values, and the grid of the variants. */
export function VariantSection(props: VariantSectionProps) {
  const { sheet, images, plain, errors, onSheet, onUndo, onRedo } = props;
  const { fields } = plain;
  const announce = useAnnounce();
  const [withArchived, setWithArchived] = useState(false);
  const handle = useRef<SheetHandle>(null);
  const rows = useMemo(() => rowsInOrder(sheet, withArchived), [sheet, withArchived]);
  const { price, compareAtPrice, cost, weight } = fields;
  const model = useMemo(
    () => variantModel(images, { price, compareAtPrice, cost, weight }),
    [images, price, compareAtPrice, cost, weight],
  );
  return (
    <Section title="Variants" actions={<SheetSteps onUndo={onUndo} onRedo={onRedo} />}>
      <noscript>
        <p className="text-sm">Variants and images are changed with JavaScript.</p>
      </noscript>
      <OptionFields sheet={sheet} plain={plain} onSheet={onSheet} />
      <SkuPattern
        onFill={(pattern) => onSheet({ ...sheet, rows: fillSkus(sheet.rows, pattern, fields) })}
      />
      <SheetView
        ref={handle}
        model={model}
        rows={rows}
        errors={errors}
        onEdits={(edits) => onSheet({ ...sheet, rows: applyEdits(sheet.rows, edits) })}
        onUndo={() => onUndo?.()}
        onRedo={() => onRedo?.()}
        onAction={(key) => onSheet(toggleRow(sheet, key))}
        onSay={announce}
      />
      <SheetStatus
        words={counted(rows.length, 'variant')}
        errors={errors.size}
        first={firstErrorText(rows, model.columns, errors, nameInError)}
        onError={() => {
          const cell = firstError(rows, model.columns, errors);
          if (cell) handle.current?.goTo(cell);
        }}
      >
        <ArchivedChoice
          archived={sheet.rows.filter((row) => row.archived).length}
          shown={withArchived}
          onChange={setWithArchived}
        />
      </SheetStatus>
    </Section>
  );
}

function ArchivedChoice({
  archived,
  shown,
  onChange,
}: {
  archived: number;
  shown: boolean;
  onChange: (shown: boolean) => void;
}) {
  if (archived === 0) return null;
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        checked={shown}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-accent"
      />
      Show {archived} archived
    </label>
  );
}
