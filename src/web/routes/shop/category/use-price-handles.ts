import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { productFilters } from '#features/catalog/product-list.schema.ts';
import { toDecimal } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';
import { useAfterPause } from '../../../ui/use-after-pause.ts';

/** The positions of the two handles, in stops. A typed price may be between two stops. */
export type Handles = [low: number, high: number];

export interface PriceHandles {
  root: RefObject<HTMLDivElement | null>;
  handles: Handles;
  /**
   * Moves a handle to a stop that differs from the other handle's, and shows its price in the
   * field.
   */
  moveTo: (index: number, place: number) => void;
  /** Applies the fields as if they had been typed, after a pause in milliseconds. */
  apply: (afterMs?: number) => void;
  /** Resets the fields to the values that were applied last. */
  undo: () => void;
}

/** The handles of a slider inside the group of its two fields, which hold the state. */
export function usePriceHandles(stops: number[]): PriceHandles {
  const root = useRef<HTMLDivElement>(null);
  const afterPause = useAfterPause();
  /** The values of the fields when they were applied last. */
  const applied = useRef<string[]>([]);
  const last = stops.length - 1;
  const [handles, setHandles] = useState<Handles>([0, last]);
  const show = () => {
    const [low = '', high = ''] = textsOf(root.current);
    setHandles([placeOfText(low, stops, 0), placeOfText(high, stops, last)]);
  };
  useFieldChanges(root, stops, {
    onTyped: show,
    onApplied: () => {
      applied.current = textsOf(root.current);
      show();
    },
  });
  return {
    root,
    handles,
    moveTo(index, place) {
      const [low, high] = handles;
      const [least, most] = index === 0 ? [0, Math.ceil(high) - 1] : [Math.floor(low) + 1, last];
      const stop = Math.min(Math.max(Math.round(place), least), most);
      setHandles(index === 0 ? [stop, high] : [low, stop]);
      const isOpen = stop === (index === 0 ? 0 : last);
      fill(fieldsOf(root.current)[index], isOpen ? '' : String(toDecimal(stops[stop] ?? 0)));
    },
    apply(afterMs = 0) {
      const applyNow = () => {
        const before = applied.current;
        applied.current = textsOf(root.current);
        sendChanges(fieldsOf(root.current), before);
      };
      const cancel = afterPause(afterMs, applyNow);
      if (afterMs > 0) return;
      cancel();
      applyNow();
    },
    undo() {
      for (const [index, field] of fieldsOf(root.current).entries()) {
        fill(field, applied.current[index] ?? '');
      }
      show();
    },
  };
}

/**
 * Calls back when text is typed into the fields, and when they show another address or are cleared.
 */
function useFieldChanges(
  root: RefObject<HTMLDivElement | null>,
  stops: number[],
  { onTyped, onApplied }: { onTyped: () => void; onApplied: () => void },
): void {
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields change with the address
  useEffect(() => {
    const element = root.current;
    const form = element?.closest('form');
    const heard = new AbortController();
    // The form shows its address, or clears its fields, only after this event.
    const onAppliedSoon = () =>
      setTimeout(() => {
        if (!heard.signal.aborted) onApplied();
      });
    onAppliedSoon();
    const hearTyped = ({ target }: Event) => {
      // React handles events of the sliders after this, and must find their new value.
      if (!element?.contains(target as Node)) onTyped();
    };
    form?.addEventListener('input', hearTyped, heard);
    form?.addEventListener('reset', onAppliedSoon, heard);
    // Without this, the form would apply each key press.
    element?.addEventListener('change', (event) => event.stopPropagation(), heard);
    return () => heard.abort();
  }, [stops, search]);
}

function fieldsOf(root: HTMLElement | null): HTMLInputElement[] {
  const group = root?.closest('fieldset');
  return productFilters.price.params.flatMap((name) => {
    const field = group?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? [field] : [];
  });
}

const textsOf = (root: HTMLElement | null) => fieldsOf(root).map(({ value }) => value);

/** Sends an event to the form for each field that differs. */
function sendChanges(fields: HTMLInputElement[], before: string[]): void {
  for (const [index, field] of fields.entries()) {
    if (field.value === before[index]) continue;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/**
 * Sets a field's value with an event, because React does not notice a value that is set as a
 * property.
 */
function fill(field: HTMLInputElement | undefined, text: string): void {
  field?.setRangeText(text, 0, field.value.length, 'end');
}

function placeOfText(text: string, stops: number[], open: number): number {
  const minor = Number(text) * 10 ** moneyFormat.digits;
  if (text.trim() === '' || Number.isNaN(minor)) return open;
  const after = stops.findIndex((stop) => stop > minor);
  if (after === 0) return 0;
  if (after < 0) return stops.length - 1;
  const [from = 0, to = 0] = stops.slice(after - 1);
  return after - 1 + (minor - from) / (to - from);
}
