import { type PointerEvent, useRef } from 'react';
import { formatMoney } from '#shared/money.ts';
import { type Handles, usePriceHandles } from './use-price-handles.ts';

export interface PriceSliderProps {
  /** The path of the bars behind it. */
  bars: string;
  /** Prices in minor units, from the lowest to the highest. */
  stops: number[];
}

const NAMES = ['Lowest price', 'Highest price'];
/** Presses of keys within this time, in milliseconds, are applied together. */
const PAUSE_MS = 400;

/**
 * Two handles over the bars of the prices. They fill in the fields below them, which hold the state.
 * A handle at its end is an open one. Pointers are followed here; keys and screen readers use the
 * browser's own sliders, which are on the handles and cannot be seen.
 */
export default function PriceSlider({ bars, stops }: PriceSliderProps) {
  const { root, handles, moveTo, apply, undo } = usePriceHandles(stops);
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

  function drop(end: () => void) {
    if (dragged.current !== null) end();
    dragged.current = null;
  }

  return (
    <div
      ref={root}
      onPointerDown={grab}
      onPointerMove={(event) => {
        if (dragged.current !== null) moveTo(dragged.current, placeOf(event));
      }}
      onPointerUp={() => drop(() => apply())}
      // The browser scrolls the page instead.
      onPointerCancel={() => drop(undo)}
      style={{ touchAction: 'pan-y' }}
      className="absolute inset-0 cursor-pointer px-3 text-ink select-none"
    >
      <ChosenBars bars={bars} from={handles[0] / last} to={handles[1] / last} />
      {handles.map((handle, index) => (
        <Handle
          key={NAMES[index]}
          name={NAMES[index]}
          place={handle}
          stops={stops}
          onChange={(stop) => {
            moveTo(index, stop);
            apply(PAUSE_MS);
          }}
          onBlur={() => apply()}
        />
      ))}
    </div>
  );
}

/** A handle, and the browser's own slider on it, which nobody sees. */
function Handle({
  name,
  place,
  stops,
  onChange,
  onBlur,
}: {
  name: string | undefined;
  place: number;
  stops: number[];
  onChange: (stop: number) => void;
  onBlur: () => void;
}) {
  const last = stops.length - 1;
  return (
    <span
      style={{ insetInlineStart: `calc((100% - 1.5rem) * ${place / last})` }}
      className="absolute bottom-0 size-6 rounded-full border-2 border-ink bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
    >
      <input
        type="range"
        aria-label={name}
        aria-valuetext={formatMoney(priceAt(stops, place))}
        max={last}
        value={Math.round(place)}
        onChange={({ target }) => onChange(Number(target.value))}
        onBlur={onBlur}
        className="pointer-events-none absolute -inset-0.5 size-6 opacity-0"
      />
    </span>
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
