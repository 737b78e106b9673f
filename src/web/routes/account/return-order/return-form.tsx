import { Form, useNavigation } from 'react-router';
import { returnReasonLabels } from '#features/orders/return-labels.schema.ts';
import { thumbOf } from '#shared/renditions.ts';
import { Button } from '../../../ui/button.tsx';
import type { RequestedReturn } from './change-returns.ts';

export interface ReturnableLine {
  sku: string;
  name: string;
  variantName: string;
  image: string | null;
  /** Units that can be sent back now. */
  left: number;
}

/** Asks which units are sent back, and why. It works without script. */
export function ReturnForm({
  lines,
  requestKey,
  asked,
}: {
  lines: ReturnableLine[];
  requestKey: string;
  /** The typed values before a refusal. */
  asked: RequestedReturn | null;
}) {
  const isBusy = useNavigation().formData?.get('intent') === 'request';
  return (
    <Form method="post" className="space-y-6">
      <input type="hidden" name="key" value={requestKey} />
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <Line
            key={line.sku}
            line={line}
            before={asked?.lines.find(({ sku }) => sku === line.sku)}
          />
        ))}
      </ul>
      <div>
        <label htmlFor="return-note" className="field-label">
          Note (optional)
        </label>
        <textarea
          id="return-note"
          name="note"
          rows={3}
          maxLength={500}
          defaultValue={asked?.note ?? ''}
          className="control"
        />
      </div>
      <Button look="accent" name="intent" value="request" pending={isBusy}>
        Ask for a return
      </Button>
    </Form>
  );
}

function Line({
  line: { sku, name, variantName, image, left },
  before,
}: {
  line: ReturnableLine;
  before: RequestedReturn['lines'][number] | undefined;
}) {
  const whole = [name, variantName].filter(Boolean).join(', ');
  return (
    <li className="grid gap-x-6 gap-y-3 py-5 sm:grid-cols-[minmax(0,1fr)_7rem_13rem] sm:items-end">
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
        <label htmlFor={`units-${sku}`} className="field-label">
          Units<span className="sr-only"> of {whole}</span>
        </label>
        <select
          id={`units-${sku}`}
          name="units"
          defaultValue={String(before?.quantity ?? 0)}
          className="control"
        >
          {[...new Array(left + 1).keys()].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </div>
      <ReasonField sku={sku} whole={whole} chosen={before?.reason ?? ''} />
    </li>
  );
}

function ReasonField({ sku, whole, chosen }: { sku: string; whole: string; chosen: string }) {
  return (
    <div>
      <label htmlFor={`reason-${sku}`} className="field-label">
        Reason<span className="sr-only"> for {whole}</span>
      </label>
      <select id={`reason-${sku}`} name="reason" defaultValue={chosen} className="control">
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
