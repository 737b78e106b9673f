import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { productFilters } from '#features/catalog/product-list.schema.ts';
import { toDecimal } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';

/** Where the two handles are, in numbers of stops. Between two stops where a price was typed. */
export type Handles = [low: number, high: number];

type Root = RefObject<HTMLDivElement | null>;

/**
 * The handles of the price slider. The two fields of the form hold their state, so that the address,
 * 'Clear all' and typing move them. `root` goes to the slider, which is in the fieldset of the fields.
 */
export function usePriceHandles(stops: number[]) {
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the fields had when they were last applied. */
  const applied = useRef(['', '']);
  const last = stops.length - 1;
  const [handles, setHandles] = useState<Handles>([0, last]);
  const show = () => {
    const [low = '', high = ''] = textsOf(root);
    setHandles([placeOfText(low, stops, 0), placeOfText(high, stops, last)]);
  };
  const applyNow = () => {
    const before = applied.current;
    applied.current = textsOf(root);
    for (const [index, field] of fieldsOf(root).entries()) {
      if (field.value === before[index]) continue;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  };
  useFieldChanges(root, stops, {
    onTyped: show,
    onForm: () => {
      applied.current = textsOf(root);
      show();
    },
  });
  return {
    root,
    handles,
    /** Moves a handle to a stop, at least one from the other, and shows its price in the field. */
    moveTo(index: number, place: number) {
      const [low, high] = handles;
      const [least, most] = index === 0 ? [0, Math.ceil(high) - 1] : [Math.floor(low) + 1, last];
      const stop = Math.min(Math.max(Math.round(place), least), most);
      setHandles(index === 0 ? [stop, high] : [low, stop]);
      const isOpen = stop === (index === 0 ? 0 : last);
      fill(fieldsOf(root)[index], isOpen ? '' : String(toDecimal(stops[stop] ?? 0)));
    },
    /** Applies what the fields have as if it was typed. */
    apply(afterMs = 0) {
      clearTimeout(timer.current);
      if (afterMs > 0) timer.current = setTimeout(applyNow, afterMs);
      else applyNow();
    },
    /** Returns the fields to what was last applied. */
    undo() {
      for (const [index, field] of fieldsOf(root).entries()) {
        fill(field, applied.current[index] ?? '');
      }
      show();
    },
  };
}

/** Calls `onTyped` when somebody types into the fields, `onForm` when the form fills or clears them. */
function useFieldChanges(
  root: Root,
  stops: number[],
  { onTyped, onForm }: { onTyped: () => void; onForm: () => void },
) {
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields change with the address
  useEffect(() => {
    const element = root.current;
    const form = element?.closest('form');
    const heard = new AbortController();
    const onFormSoon = () => {
      // The form shows its address, or clears its fields, after this.
      setTimeout(() => {
        if (!heard.signal.aborted) onForm();
      });
    };
    onFormSoon();
    const onInput = ({ target }: Event) => {
      // Of the sliders themselves, React hears after this, and must find their new value.
      if (!element?.contains(target as Node)) onTyped();
    };
    form?.addEventListener('input', onInput, heard);
    form?.addEventListener('reset', onFormSoon, heard);
    // The form would apply each press of a key.
    element?.addEventListener('change', (event) => event.stopPropagation(), heard);
    return () => heard.abort();
  }, [stops, search]);
}

function fieldsOf(root: Root): HTMLInputElement[] {
  const group = root.current?.closest('fieldset');
  return productFilters.price.params.flatMap((name) => {
    const field = group?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? [field] : [];
  });
}

function textsOf(root: Root): string[] {
  return fieldsOf(root).map(({ value }) => value);
}

/** React does not hear of a value that is set as a property. */
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
