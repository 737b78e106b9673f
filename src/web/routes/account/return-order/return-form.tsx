import { MOST_RETURN_PHOTOS } from '#features/order-tables/return-photos.schema.ts';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import { thumbOf } from '#shared/renditions.ts';
import { itemName } from '#shared/variant-options.ts';
import {
  ControlError,
  ExchangeField,
  ReasonField,
  refusedControl,
} from '../../../components/return/line-fields.tsx';
import type { RequestedReturn } from '../../../components/return/requested-return.ts';
import type { ReturnableLine } from '../../../components/return/returnable-parts.ts';
import { Button } from '../../../ui/button.tsx';
import { PhotoField } from './photo-fields.tsx';

/** Asks which units are sent back, why, and what for. It works without script. */
export function ReturnForm({
  ofReturn,
  lines,
  requestKey,
  asked,
}: {
  /** The earlier return whose exchange comes back; null when what was bought does. */
  ofReturn: string | null;
  lines: ReturnableLine[];
  requestKey: string;
  /** The typed values before a refusal. */
  asked: RequestedReturn | null;
}) {
  // A page has a form for each exchange that can come back.
  const suffix = ofReturn ? `-${ofReturn}` : '';
  const noteId = `return-note${suffix}`;
  const missing = asked && missingIn(asked, lines);
  return (
    // Photos are posted as a document, as without script.
    <form method="post" encType="multipart/form-data" className="space-y-6">
      <input type="hidden" name="key" value={requestKey} />
      {ofReturn ? <input type="hidden" name="ofReturn" value={ofReturn} /> : null}
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <Line
            key={line.sku}
            line={line}
            isOnly={lines.length === 1}
            id={[line.sku, ofReturn].filter(Boolean).join('-')}
            before={asked?.lines.find(({ sku }) => sku === line.sku)}
            missing={missing?.sku === line.sku ? missing : null}
          />
        ))}
      </ul>
      <div>
        <label htmlFor={noteId} className="field-label">
          Note (optional)
        </label>
        <textarea
          id={noteId}
          name="note"
          rows={3}
          maxLength={LONGEST_NOTE}
          defaultValue={asked?.note ?? ''}
          className="control"
        />
      </div>
      <PhotoField id={`return-photos${suffix}`} left={MOST_RETURN_PHOTOS} />
      <Button look="accent" name="intent" value="request">
        Ask for a return
      </Button>
    </form>
  );
}

interface Missing {
  sku: string;
  units?: string;
  reason?: string;
}

/** The first field that has to be chosen, and what it says after a refusal; null if all are. */
function missingIn(asked: RequestedReturn, lines: ReturnableLine[]): Missing | null {
  const chosen = asked.lines.filter(({ quantity }) => quantity > 0);
  const [first] = lines;
  if (chosen.length === 0 && first) {
    return { sku: first.sku, units: 'Choose how many of at least one item you send back.' };
  }
  const line = chosen.find(({ reason }) => reason === '');
  return line ? { sku: line.sku, reason: 'Choose why it comes back.' } : null;
}

function Line({
  line: { sku, name, variantName, image, left, exchangeable },
  isOnly,
  id,
  before,
  missing,
}: {
  line: ReturnableLine;
  /** Whether there is nothing else to send back: then at least one unit is. */
  isOnly: boolean;
  /** Of the line on the page. */
  id: string;
  before: RequestedReturn['lines'][number] | undefined;
  missing: Missing | null;
}) {
  const whole = itemName({ name, variantName });
  const least = isOnly ? 1 : 0;
  return (
    <li className="grid gap-x-6 gap-y-3 py-5 sm:grid-cols-[minmax(0,1fr)_6rem_12rem] sm:items-end">
      <input type="hidden" name="sku" value={sku} />
      <div className="flex min-w-0 items-center gap-4 sm:self-center">
        {image ? (
          <img
            src={thumbOf(image)}
            alt=""
            width={64}
            height={64}
            loading="lazy"
            decoding="async"
            className="size-16 shrink-0 rounded-control bg-tint object-cover"
          />
        ) : null}
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{name}</span>
          {variantName ? <span className="block text-sm text-ink-soft">{variantName}</span> : null}
        </p>
      </div>
      <UnitsField
        {...{ id, whole, least, left }}
        chosen={before?.quantity ?? least}
        error={missing?.units}
      />
      <ReasonField id={id} whole={whole} chosen={before?.reason ?? ''} error={missing?.reason} />
      <ExchangeField
        {...{ id, whole, exchangeable }}
        chosen={before?.exchangeForSku ?? ''}
        payer="you pay"
        className="sm:col-span-2 sm:col-start-2"
      />
    </li>
  );
}

function UnitsField({
  id,
  whole,
  least,
  left,
  chosen,
  error,
}: {
  /** Of the line on the page. */
  id: string;
  /** The name of the line for screen readers. */
  whole: string;
  least: number;
  left: number;
  chosen: number;
  error: string | undefined;
}) {
  const unitsId = `units-${id}`;
  return (
    <div>
      <label htmlFor={unitsId} className="field-label">
        Units<span className="sr-only"> of {whole}</span>
      </label>
      <select
        id={unitsId}
        name="units"
        defaultValue={String(chosen)}
        className="control"
        {...refusedControl(unitsId, error)}
      >
        {[...new Array(left + 1).keys()].slice(least).map((count) => (
          <option key={count}>{count}</option>
        ))}
      </select>
      <ControlError id={unitsId} error={error} />
    </div>
  );
}
