import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { useMemo, useRef, useState } from 'react';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { IconButton } from '../../../ui/button.tsx';
import type { CellErrors } from './cell-values.ts';
import { columns, type DraftImage, type Row, rowsInOrder, type Sheet } from './draft.ts';
import { OptionFields } from './option-fields.tsx';
import { toggleRow } from './options.ts';
import type { FieldsProps } from './plain-field.tsx';
import { Section } from './section.tsx';
import { applyEdits } from './sheet-edits.ts';
import type { Cell } from './sheet-range.ts';
import { SheetStatus } from './sheet-status.tsx';
import { SkuPattern } from './sku-field.tsx';
import { fillSkus } from './sku-pattern.ts';
import { type SheetHandle, VariantSheet } from './variant-sheet.tsx';

interface VariantSectionProps {
  sheet: Sheet;
  images: DraftImage[];
  plain: FieldsProps;
  errors: CellErrors;
  onSheet: (sheet: Sheet) => void;
  /** Null where there is nothing to undo or to redo. */
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
  const inherited = useMemo(
    () => ({ price, compareAtPrice, cost, weight }),
    [price, compareAtPrice, cost, weight],
  );
  return (
    <Section title="Variants" actions={<Steps {...props} />}>
      <noscript>
        <p className="text-sm">Variants and images are changed with JavaScript.</p>
      </noscript>
      <OptionFields sheet={sheet} plain={plain} onSheet={onSheet} />
      <SkuPattern
        onFill={(pattern) => onSheet({ ...sheet, rows: fillSkus(sheet.rows, pattern, fields) })}
      />
      <VariantSheet
        ref={handle}
        rows={rows}
        images={images}
        errors={errors}
        inherited={inherited}
        onEdits={(edits) => onSheet({ ...sheet, rows: applyEdits(sheet.rows, edits) })}
        onUndo={() => onUndo?.()}
        onRedo={() => onRedo?.()}
        onToggle={(key) => onSheet(toggleRow(sheet, key))}
        onSay={announce}
      />
      <SheetStatus
        rows={rows.length}
        errors={errors.size}
        archived={sheet.rows.filter((row) => row.archived).length}
        withArchived={withArchived}
        onArchived={setWithArchived}
        onError={() => {
          const cell = firstError(rows, errors);
          if (cell) handle.current?.goTo(cell);
        }}
      />
    </Section>
  );
}

function firstError(rows: Row[], errors: CellErrors): Cell | null {
  const row = rows.findIndex(({ key }) => errors.has(key));
  const wrong = errors.get(rows[row]?.key ?? '');
  return wrong ? { row, column: columns.findIndex((column) => wrong[column]) } : null;
}

function Steps({ onUndo, onRedo }: VariantSectionProps) {
  return (
    <div className="flex scriptless:hidden">
      <IconButton small label="Undo in the grid" disabled={!onUndo} onClick={() => onUndo?.()}>
        <Undo aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton small label="Redo in the grid" disabled={!onRedo} onClick={() => onRedo?.()}>
        <Redo aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
