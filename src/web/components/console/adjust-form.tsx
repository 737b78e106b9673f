import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { useFetcher, useLocation } from 'react-router';
import {
  type AdjustmentReason,
  adjustmentReasons,
  CHANGE_HINT,
  movementLabels,
  readStockChange,
  type StockRow,
} from '#features/inventory/inventory.schema.ts';
import { LONGEST_NOTE } from '#shared/field-lengths.ts';
import type { AdjustmentResult } from '../../stock-adjustment.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';

/** A control of 44 px on a phone, of 32 px in a table, and of 18 px in its compact rows. */
const control =
  'min-w-0 rounded-control border border-line-strong bg-surface px-2 text-base md:text-sm h-11 md:h-8 compact:in-[tr]:h-4.5 compact:in-[tr]:text-xs';

/**
 * Adjusts the stock of a variant from the keyboard: a change such as +5, a reason, Enter. It works
 * as a plain form without script.
 */
export function AdjustForm({
  stock,
  requestKey,
  refused,
  withNote = false,
  onDone,
}: {
  /** As it is shown. A number that is another one by then is not replaced. */
  stock: Pick<StockRow, 'sku' | 'onHand' | 'toShip'>;
  /** Makes repeated posts of the form count once. */
  requestKey: string;
  /** The refusal of this form when it was posted without script. */
  refused?: AdjustmentResult | undefined;
  withNote?: boolean;
  onDone?: (result: AdjustmentResult) => void;
}) {
  const { sku, onHand, toShip } = stock;
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<AdjustmentResult>({ key: `adjust-${sku}` });
  const form = useRef<HTMLFormElement>(null);
  const change = useRef<HTMLInputElement>(null);
  const result = fetcher.data ?? refused;
  const busy = fetcher.state !== 'idle';
  useSettled(fetcher.data, () => {
    if (!fetcher.data?.isDone) return change.current?.focus();
    form.current?.reset();
    onDone?.(fetcher.data);
  });
  const refusal = result?.isDone === false && !busy ? result.message : null;
  const refusalId = refusal === null ? undefined : `refusal-${sku}`;
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={pathname + search}
      aria-label={`Adjust ${sku}`}
      onSubmit={(event) => busy && event.preventDefault()}
      className={withNote ? 'max-w-md space-y-2' : 'md:w-64 xl:w-72'}
    >
      <input type="hidden" name="sku" value={sku} />
      <input type="hidden" name="key" value={requestKey} />
      <input type="hidden" name="onHand" value={onHand} />
      <input type="hidden" name="toShip" value={toShip} />
      <div className="flex gap-1.5">
        <ChangeInput ref={change} sku={sku} typed={refused?.typed.change} refusalId={refusalId} />
        <ReasonSelect sku={sku} chosen={refused?.typed.reason} />
        {withNote ? null : <ApplyButton sku={sku} busy={busy} />}
      </div>
      {withNote ? (
        <div className="flex gap-1.5">
          <NoteInput typed={refused?.typed.note} />
          <ApplyButton sku={sku} busy={busy} />
        </div>
      ) : null}
      {refusalId ? <Refusal id={refusalId}>{refusal}</Refusal> : null}
    </fetcher.Form>
  );
}

function ChangeInput({
  sku,
  typed,
  refusalId,
  ref,
}: {
  sku: string;
  typed: string | undefined;
  refusalId: string | undefined;
  ref: Ref<HTMLInputElement>;
}) {
  return (
    <input
      ref={ref}
      name="change"
      aria-label={`Change the stock of ${sku}`}
      aria-describedby={refusalId}
      aria-invalid={refusalId ? true : undefined}
      title={CHANGE_HINT}
      placeholder="+5 -2 =40"
      required
      autoComplete="off"
      spellCheck={false}
      data-change=""
      defaultValue={typed}
      onInput={suggestReason}
      className={classNames(control, 'w-20 flex-1 tabular-nums md:flex-none xl:flex-1')}
    />
  );
}

function Refusal({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-1 text-sm font-medium text-danger">
      {children}
    </p>
  );
}

function NoteInput({ typed }: { typed: string | undefined }) {
  return (
    <input
      name="note"
      aria-label="Note"
      placeholder="Note, such as a delivery's number"
      maxLength={LONGEST_NOTE}
      autoComplete="off"
      defaultValue={typed}
      className={classNames(control, 'flex-1')}
    />
  );
}

function ReasonSelect({ sku, chosen }: { sku: string; chosen: string | undefined }) {
  return (
    <select
      name="reason"
      aria-label={`Reason for ${sku}`}
      required
      defaultValue={chosen ?? ''}
      onKeyDown={submitOnEnter}
      onChange={(event) => {
        event.currentTarget.dataset.chosen = '';
      }}
      className={classNames(control, 'w-24 flex-1')}
    >
      <option value="">Reason</option>
      {adjustmentReasons.map((reason) => (
        <option key={reason} value={reason}>
          {movementLabels[reason]}
        </option>
      ))}
    </select>
  );
}

function ApplyButton({ sku, busy }: { sku: string; busy: boolean }) {
  return (
    <button
      type="submit"
      aria-label={`Apply to ${sku}`}
      className="inline-flex h-11 shrink-0 items-center justify-center rounded-control border border-line-strong px-3 text-sm font-semibold hover:bg-tint md:h-8 compact:in-[tr]:h-4.5 compact:in-[tr]:text-xs"
    >
      {busy ? <Spinner label="Working" /> : 'Apply'}
    </button>
  );
}

const usualReasons: Record<string, AdjustmentReason> = { '+': 'received', '=': 'counted' };

/** Selects the usual reason for the typed change, unless the person has chosen one. */
function suggestReason(event: { currentTarget: HTMLInputElement }): void {
  const { value, form } = event.currentTarget;
  const select = form?.elements.namedItem('reason');
  if (!(select instanceof HTMLSelectElement)) return;
  if (select.dataset.chosen !== undefined && select.value !== '') return;
  select.value = readStockChange(value) ? (usualReasons[value.trim().charAt(0)] ?? '') : '';
}

// Without this, browsers open the list of the select.
function submitOnEnter(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Runs `then` once for each result. */
function useSettled(result: AdjustmentResult | undefined, then: () => void): void {
  const seen = useRef<AdjustmentResult | undefined>(result);
  useEffect(() => {
    if (!result || seen.current === result) return;
    seen.current = result;
    then();
  });
}
