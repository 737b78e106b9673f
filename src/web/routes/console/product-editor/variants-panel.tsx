import { useMemo, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { skuOf } from '#shared/sku-pattern.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { type SheetHandle, Sheet as SheetView } from '../../../components/console/sheet/sheet.tsx';
import { applyEdits } from '../../../components/console/sheet/sheet-edits.ts';
import {
  findWarnings,
  firstError,
  firstErrorText,
} from '../../../components/console/sheet/sheet-errors.ts';
import { SheetStatus } from '../../../components/console/sheet/sheet-status.tsx';
import { SheetSteps } from '../../../components/console/sheet/sheet-steps.tsx';
import { useAnnounce } from '../../../ui/announcer.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import type { CellErrors } from './cell-values.ts';
import { type DraftImage, nameInError, rowsInOrder, type Sheet } from './draft.ts';
import { OptionFields } from './option-fields.tsx';
import { sayArchived, toggleRow } from './options.ts';
import type { FieldsProps } from './plain-field.tsx';
import { SkuPattern } from './sku-field.tsx';
import { fillSkus } from './sku-pattern.ts';
import { variantModel } from './variant-model.tsx';

interface VariantsPanelProps {
  sheet: Sheet;
  /** The saved one. */
  saved: Sheet;
  /** The first one that undoing can bring back. */
  earliest: Sheet;
  images: DraftImage[];
  plain: FieldsProps;
  skuPattern: string;
  errors: CellErrors;
  /** Images are changed together with the sheet when a color is renamed. */
  onSheet: (sheet: Sheet, images?: DraftImage[]) => void;
  /** Null if there is nothing to undo or redo. */
  onUndo: (() => void) | null;
  onRedo: (() => void) | null;
}

const NOT_ALONE =
  'Not restored: beside others, a variant needs a size, a colour or a value of another option. Archive the others first.';

const WITHOUT_SCRIPT = (
  <noscript>
    <p className="text-sm">Variants and images are changed with JavaScript.</p>
  </noscript>
);

/** Options with their values, and the grid of the variants. */
export function VariantsPanel(props: VariantsPanelProps) {
  const { sheet, images, plain, skuPattern, errors, onSheet, onUndo, onRedo } = props;
  const announce = useAnnounce();
  const { said, say, toggle } = useSaid(props);
  const [withArchived, setWithArchived] = useState(false);
  const handle = useRef<SheetHandle>(null);
  const rows = useMemo(() => rowsInOrder(sheet, withArchived), [sheet, withArchived]);
  const { price, compareAtPrice, cost, weight, slug, name } = plain.fields;
  const hasThree = [sheet.sizes, sheet.colors, sheet.options].every(({ length }) => length > 0);
  const model = useMemo(
    () =>
      variantModel(
        images,
        { price, compareAtPrice, cost, weight },
        (row) => skuOf(row, skuPattern, { slug, name }),
        hasThree,
      ),
    [images, price, compareAtPrice, cost, weight, skuPattern, slug, name, hasThree],
  );
  const warnings = useMemo(() => findWarnings(rows, model, nameInError), [rows, model]);
  return (
    <Panel title="Variants" actions={<SheetSteps onUndo={onUndo} onRedo={onRedo} />}>
      {WITHOUT_SCRIPT}
      <OptionFields {...{ sheet, images, plain, onSheet, said }} onSay={say} />
      <SkuPattern
        ofShop={skuPattern}
        onFill={(pattern) =>
          onSheet({ ...sheet, rows: fillSkus(sheet.rows, pattern, plain.fields) })
        }
      />
      <SheetView
        ref={handle}
        model={model}
        rows={rows}
        errors={errors}
        onEdits={(edits) => onSheet({ ...sheet, rows: applyEdits(sheet.rows, edits) })}
        onUndo={() => onUndo?.()}
        onRedo={() => onRedo?.()}
        onAction={toggle}
        onSay={announce}
      />
      <SheetStatus
        words={counted(rows.length, 'variant')}
        errors={errors.size}
        first={firstErrorText(rows, model.columns, errors, nameInError)}
        warnings={warnings}
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
    </Panel>
  );
}

/**
 * What the last change says until the next one, what saving archives, and the restoring of a
 * variant, which may say why it is refused.
 */
function useSaid({ sheet, saved, earliest, onSheet }: VariantsPanelProps) {
  const [last, setLast] = useState({ sentence: '', sheet });
  const archived = useMemo(() => sayArchived(saved, sheet, earliest), [saved, sheet, earliest]);
  const say = (sentence: string, of = sheet) => setLast({ sentence, sheet: of });
  const toggle = (key: string) => {
    const toggled = toggleRow(sheet, key);
    say(toggled ? '' : NOT_ALONE);
    if (toggled) onSheet(toggled);
  };
  const sentence = last.sheet === sheet ? last.sentence : '';
  return { said: [sentence, archived].filter(Boolean).join(' '), say, toggle };
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
    <CheckBox
      checked={shown}
      onChange={({ target }) => onChange(target.checked)}
      label={`Show ${archived} archived`}
    />
  );
}
