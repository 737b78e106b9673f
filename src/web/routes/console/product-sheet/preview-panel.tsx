import { useEffect, useRef } from 'react';
import {
  LEVEL_OF_SHOP,
  sheetFields,
  unitFields,
} from '#features/product-management/bulk-edit.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { parseMoney } from '#shared/parse-money.ts';
import { withThousands } from '#shared/thousands.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import type { Preview, ShownValue } from './bulk-edit-calls.ts';

/** How many changes the page lists. */
const SHOWN = 500;

/** The changes of the sheet, shown before they are applied. */
export function PreviewPanel({
  preview,
  isBusy,
  onBack,
  onApply,
}: {
  preview: Preview;
  isBusy: boolean;
  onBack: () => void;
  onApply: () => void;
}) {
  const { products, variants, unchanged, leftOut } = preview;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const counts = [
    ['Products that change', products],
    ['Variants that change', variants],
    ['Unchanged products', unchanged],
    ['Products left out', leftOut],
  ] as const;
  return (
    <section aria-labelledby="preview-heading" className="max-w-4xl">
      <h2
        id="preview-heading"
        ref={heading}
        tabIndex={-1}
        className="mb-3 font-sans text-base font-semibold outline-none"
      >
        Preview
      </h2>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-3">
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="text-heading tabular-nums">{withThousands(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="mb-6 flex flex-wrap gap-2">
        <Button
          type="button"
          look="accent"
          pending={isBusy}
          disabled={isBusy || products === 0}
          className={DENSE_BUTTON}
          onClick={onApply}
        >
          Apply to {counted(products, 'product')}
        </Button>
        <Button type="button" disabled={isBusy} className={DENSE_BUTTON} onClick={onBack}>
          Back to the sheet
        </Button>
      </div>
      <Problems problems={preview.problems} />
      <Changes preview={preview} />
    </section>
  );
}

function Problems({ problems }: Pick<Preview, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <div className="mb-6">
      <h3 className="mb-1 font-sans text-sm font-semibold">
        {counted(problems.length, 'problem')}
      </h3>
      {problems.length > SHOWN ? (
        <p className="text-sm text-ink-soft">The first {SHOWN} are shown.</p>
      ) : null}
      <ul className="text-sm">
        {problems.slice(0, SHOWN).map(({ product, name, sku, field, reason }) => (
          <li key={`${product} ${sku} ${field} ${reason}`} className="py-0.5 wrap-anywhere">
            {[name, sku, field && sheetFields[field], reason].filter(Boolean).join(': ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Changes({ preview: { changes, changeCount } }: { preview: Preview }) {
  if (changes.length === 0) return null;
  return (
    <>
      <h3 className="mb-1 font-sans text-sm font-semibold">
        {counted(changeCount, 'changed value')}
      </h3>
      {changeCount > SHOWN ? (
        <p className="text-sm text-ink-soft">The first {SHOWN} are shown.</p>
      ) : null}
      <ul className="text-sm">
        {changes.slice(0, SHOWN).map(({ product, name, sku, field, before, after }) => (
          <li
            key={`${product} ${sku} ${field}`}
            className="flex flex-wrap gap-x-4 border-b border-line py-1 last:border-b-0"
          >
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              {name}
              {sku === null ? null : <span className="text-ink-soft"> {sku}</span>}
            </span>
            <span className="text-ink-soft wrap-anywhere tabular-nums">
              {sheetFields[field]}: {inWords(field, before)} →{' '}
              <span className="font-semibold text-ink">{inWords(field, after)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function inWords(field: keyof typeof sheetFields, value: ShownValue): string {
  if (value === null || value === '') return field === 'lowStockAt' ? LEVEL_OF_SHOP : 'nothing';
  if (typeof value === 'string') return value;
  const minor = unitFields.has(field) ? null : parseMoney(value);
  return minor === null ? withThousands(value) : formatMoney(minor);
}
