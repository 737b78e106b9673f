import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { productFilters } from '#features/catalog/product-list.schema.ts';
import { formatMoney, toDecimal } from '#shared/money.ts';
import { moneyFormat } from '#shared/money-format.ts';

export interface PriceSliderProps {
  /** The path of the bars behind it. */
  bars: string;
  /** Prices in minor units, from the lowest to the highest. */
  stops: number[];
}

/** Where the two handles are, in numbers of stops. Between two stops where a price was typed. */
type Handles = [low: number, high: number];

const NAMES = ['Lowest price', 'Highest price'];
/** Presses of keys within this time, in milliseconds, are applied together. */
const PAUSE_MS = 400;

/**
 * Two handles over the bars of the prices. They fill in the fields below them, which hold the state.
 * A handle at its end is an open one. Pointers are followed here; keys and screen readers use the
 * browser's own sliders, which are on the handles and cannot be seen.
 */
export default function PriceSlider({ bars, stops }: PriceSliderProps) {
  const { root, handles, moveTo, apply, undo } = useHandles(stops);
  const dragged = useRef<number>(null);
  const last = stops.length - 1;

  /** The place of a pointer, in stops. */
  function placeOf({ clientX, currentTarget }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    const inset = parseFloat(getComputedStyle(currentTarget).paddingLeft);
    const part = (clientX - left - inset) / (width - 2 * inset);
    return (isMirrored(currentTarget) ? 1 - part : part) * last;
  }

  function grab(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    const place = placeOf(event);
    const index = nearest(handles, place);
    dragged.current = index;
    event.currentTarget.setPointerCapture(event.pointerId);
    // The browser would focus what is below the pointer.
    event.preventDefault();
    event.currentTarget.querySelectorAll('input')[index]?.focus({ preventScroll: true });
    moveTo(index, place);
  }

  return (
    <div
      ref={root}
      onPointerDown={grab}
      onPointerMove={(event) => {
        if (dragged.current !== null) moveTo(dragged.current, placeOf(event));
      }}
      onPointerUp={() => {
        if (dragged.current !== null) apply();
        dragged.current = null;
      }}
      onPointerCancel={() => {
        // The browser scrolls the page instead.
        if (dragged.current !== null) undo();
        dragged.current = null;
      }}
      style={{ touchAction: 'pan-y' }}
      className="absolute inset-0 cursor-pointer px-3 text-ink select-none"
    >
      <ChosenBars bars={bars} from={handles[0] / last} to={handles[1] / last} />
      {handles.map((handle, index) => (
        <span
          key={NAMES[index]}
          style={{ insetInlineStart: `calc((100% - 1.5rem) * ${handle / last})` }}
          className="absolute bottom-0 size-6 rounded-full border-2 border-ink bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="range"
            aria-label={NAMES[index]}
            aria-valuetext={formatMoney(priceAt(stops, handle))}
            max={last}
            value={Math.round(handle)}
            onChange={({ target }) => {
              moveTo(index, Number(target.value));
              apply(PAUSE_MS);
            }}
            onBlur={() => apply()}
            className="pointer-events-none absolute -inset-0.5 size-6 opacity-0"
          />
        </span>
      ))}
    </div>
  );
}

/** The bars between the handles, over all bars. */
function ChosenBars({ bars, from, to }: { bars: string; from: number; to: number }) {
  return (
    <svg
      viewBox="0 0 100 40"
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ clipPath: `inset(0 ${100 - to * 100}% 0 ${from * 100}%)` }}
      className="h-10 w-full border-b-2 rtl:-scale-x-100"
    >
      <path fill="currentColor" d={bars} />
    </svg>
  );
}

function useHandles(stops: number[]) {
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the fields had when they were last applied. */
  const applied = useRef(['', '']);
  const { search } = useLocation();
  const last = stops.length - 1;
  const [handles, setHandles] = useState<Handles>([0, last]);

  const fieldsOf = () => {
    const group = root.current?.closest('fieldset');
    return productFilters.price.params.flatMap((name) => {
      const field = group?.elements.namedItem(name);
      return field instanceof HTMLInputElement ? [field] : [];
    });
  };
  const textsOf = () => fieldsOf().map(({ value }) => value);
  const show = () => {
    const [low = '', high = ''] = textsOf();
    setHandles([placeOfText(low, stops, 0), placeOfText(high, stops, last)]);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields change with the address
  useEffect(() => {
    const form = root.current?.closest('form');
    const element = root.current;
    const heard = new AbortController();
    const showSoon = () => {
      // The form shows its address, or clears its fields, after this.
      setTimeout(() => {
        if (heard.signal.aborted) return;
        applied.current = textsOf();
        show();
      });
    };
    showSoon();
    const showTyped = ({ target }: Event) => {
      // Of the sliders themselves, React hears after this, and must find their new value.
      if (!element?.contains(target as Node)) show();
    };
    form?.addEventListener('input', showTyped, heard);
    form?.addEventListener('reset', showSoon, heard);
    // The form would apply each press of a key.
    element?.addEventListener('change', (event) => event.stopPropagation(), heard);
    return () => heard.abort();
  }, [stops, search]);

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
      fill(fieldsOf()[index], isOpen ? '' : String(toDecimal(stops[stop] ?? 0)));
    },
    /** Applies what the fields have as if it was typed. */
    apply(afterMs = 0) {
      clearTimeout(timer.current);
      const applyNow = () => {
        const before = applied.current;
        applied.current = textsOf();
        for (const [index, field] of fieldsOf().entries()) {
          if (field.value === before[index]) continue;
          field.dispatchEvent(new Event('input', { bubbles: true }));
          field.dispatchEvent(new Event('change', { bubbles: true }));
        }
      };
      if (afterMs > 0) timer.current = setTimeout(applyNow, afterMs);
      else applyNow();
    },
    /** Returns the fields to what was last applied. */
    undo() {
      for (const [index, field] of fieldsOf().entries()) fill(field, applied.current[index] ?? '');
      show();
    },
  };
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

/** The price of a place, which may be between two stops. */
function priceAt(stops: number[], place: number): number {
  const [from = 0, to = from] = stops.slice(Math.floor(place));
  return Math.round(from + (to - from) * (place % 1));
}

/** The handle that a pointer means. Of two at the same distance, the one that can move there. */
function nearest([low, high]: Handles, place: number): number {
  const distance = Math.abs(place - low) - Math.abs(place - high);
  return distance < 0 || (distance === 0 && place < low) ? 0 : 1;
}

function isMirrored(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}
