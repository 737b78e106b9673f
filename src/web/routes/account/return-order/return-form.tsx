import { MOST_RETURN_PHOTOS } from '#features/order-tables/return-photos.schema.ts';
import { returnReasonLabels } from '#features/orders/return-labels.schema.ts';
import { formatMoney, toDecimal } from '#shared/money.ts';
import { thumbOf } from '#shared/renditions.ts';
import { Button } from '../../../ui/button.tsx';
import type { RequestedReturn } from './change-returns.ts';
import { PhotoField } from './photo-fields.tsx';
import { wantedValue } from './wanted-variant.ts';

export interface ReturnableLine {
  /** That of the order's line. */
  sku: string;
  name: string;
  variantName: string;
  image: string | null;
  /** Units that can be sent back now. */
  left: number;
  /** The variants that it can be exchanged for. */
  exchangeable: {
    sku: string;
    variantName: string;
    unitPriceMinor: number;
    /** What is refunded of a unit; below zero what the customer pays, because it is dearer. */
    differenceMinor: number;
  }[];
}

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
            id={[line.sku, ofReturn].filter(Boolean).join('-')}
            before={asked?.lines.find(({ sku }) => sku === line.sku)}
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
          maxLength={500}
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

function Line({
  line: { sku, name, variantName, image, left, exchangeable },
  id,
  before,
}: {
  line: ReturnableLine;
  /** Of the line on the page. */
  id: string;
  before: RequestedReturn['lines'][number] | undefined;
}) {
  const whole = [name, variantName].filter(Boolean).join(', ');
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
      <div>
        <label htmlFor={`units-${id}`} className="field-label">
          Units<span className="sr-only"> of {whole}</span>
        </label>
        <select
          id={`units-${id}`}
          name="units"
          defaultValue={String(before?.quantity ?? 0)}
          className="control"
        >
          {[...new Array(left + 1).keys()].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </div>
      <ReasonField id={id} whole={whole} chosen={before?.reason ?? ''} />
      <ExchangeField {...{ id, whole, exchangeable }} chosen={before?.exchangeForSku ?? ''} />
    </li>
  );
}

function ReasonField({ id, whole, chosen }: { id: string; whole: string; chosen: string }) {
  return (
    <div>
      <label htmlFor={`reason-${id}`} className="field-label">
        Reason<span className="sr-only"> for {whole}</span>
      </label>
      <select id={`reason-${id}`} name="reason" defaultValue={chosen} className="control">
        <option value="">Please choose</option>
        {Object.entries(returnReasonLabels).map(([reason, label]) => (
          <option key={reason} value={reason}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Asks what the customer wants: money, or another variant. */
function ExchangeField({
  id,
  whole,
  exchangeable,
  chosen,
}: Pick<ReturnableLine, 'exchangeable'> & { id: string; whole: string; chosen: string }) {
  if (exchangeable.length === 0) return <input type="hidden" name="exchange" value="" />;
  const offeredValue = ({ sku: wanted, unitPriceMinor }: (typeof exchangeable)[number]) =>
    wantedValue({ sku: wanted, price: String(toDecimal(unitPriceMinor)) });
  const before = exchangeable.find((one) => one.sku === chosen);
  return (
    <div className="sm:col-span-2 sm:col-start-2">
      <label htmlFor={`exchange-${id}`} className="field-label">
        Refund or exchange<span className="sr-only"> of {whole}</span>
      </label>
      <select
        id={`exchange-${id}`}
        name="exchange"
        defaultValue={before ? offeredValue(before) : ''}
        className="control"
      >
        <option value="">Refund</option>
        {exchangeable.map((one) => (
          <option key={one.sku} value={offeredValue(one)}>
            {wordsOf(one)}
          </option>
        ))}
      </select>
    </div>
  );
}

function wordsOf({ variantName, differenceMinor }: ReturnableLine['exchangeable'][number]): string {
  const words = `Exchange for ${variantName}`;
  if (differenceMinor === 0) return words;
  const amount = formatMoney(Math.abs(differenceMinor));
  return `${words}, ${differenceMinor > 0 ? `${amount} back each` : `you pay ${amount} more each`}`;
}
