import { type PointerEvent, useRef } from 'react';
import { formatMoney } from '#shared/money.ts';
import { type Handles, type PriceHandles, usePriceHandles } from './use-price-handles.ts';

export interface PriceSliderProps {
  /** The path of the bars behind it. */
  bars: string;
  /** Prices in minor units, from the lowest to the highest. */
  stops: number[];
}

const NAMES = ['Lowest price', 'Highest price'];
/** Key presses within this time, in milliseconds, are applied together. */
const PAUSE_MS = 400;

/**
 * Two handles over the bars of the prices. They fill in the fields below them, which hold the
 * state. A handle at its end means no limit. Pointers are handled here. Keys and screen readers use
 * the browser's own sliders, which are invisible and on top of the handles.
 */
export default function PriceSlider({ bars, stops }: PriceSliderProps) {
  const { root, handles, moveTo, apply, undo } = usePriceHandles(stops);
  const last = stops.length - 1;
  const pointer = usePointer(last, handles, { moveTo, apply, undo });
  return (
    <div
      ref={root}
      {...pointer}
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

/** Moves the nearest handle with a pointer, until the pointer is released. */
function usePointer(
  last: number,
  handles: Handles,
  { moveTo, apply, undo }: Pick<PriceHandles, 'moveTo' | 'apply' | 'undo'>,
) {
  const dragged = useRef<number>(null);

  /** The position of a pointer, in stops. */
  function placeOf({ clientX, currentTarget }: PointerEvent): number {
    const { left, width } = currentTarget.getBoundingClientRect();
    const { paddingLeft, direction } = getComputedStyle(currentTarget);
    const inset = parseFloat(paddingLeft);
    const part = (clientX - left - inset) / (width - 2 * inset);
    return (direction === 'rtl' ? 1 - part : part) * last;
  }

  function end(finish: () => void) {
    if (dragged.current !== null) finish();
    dragged.current = null;
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const place = placeOf(event);
      const index = nearest(handles, place);
      dragged.current = index;
      event.currentTarget.setPointerCapture(event.pointerId);
      // Without this, the browser would focus what is below the pointer.
      event.preventDefault();
      event.currentTarget.querySelectorAll('input')[index]?.focus({ preventScroll: true });
      moveTo(index, place);
    },
    onPointerMove(event: PointerEvent) {
      if (dragged.current !== null) moveTo(dragged.current, placeOf(event));
    },
    onPointerUp: () => end(apply),
    // The browser scrolls the page instead.
    onPointerCancel: () => end(undo),
  };
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

/** The price at a position, which may be between two stops. */
function priceAt(stops: number[], place: number): number {
  const [from = 0, to = from] = stops.slice(Math.floor(place));
  return Math.round(from + (to - from) * (place % 1));
}

/** The handle that a pointer means. If both are equally near, it is the one that can move there. */
function nearest([low, high]: Handles, place: number): number {
  const distance = Math.abs(place - low) - Math.abs(place - high);
  return distance < 0 || (distance === 0 && place < low) ? 0 : 1;
}
