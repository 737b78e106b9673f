import type { KeyboardEvent } from 'react';
import { thumbOf } from '#shared/renditions.ts';
import type { DraftImage } from './draft.ts';

const MIDDLE = { x: 50, y: 50 };
/** How far an arrow key moves it, in percent. */
const STEP = 5;

const moves: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Sets the point that cropped views of an image center on, with the pointer or the arrow keys. */
export function FocalPoint({
  name,
  image: { url, focus = MIDDLE },
  onFocus,
}: {
  name: string;
  image: DraftImage;
  onFocus: (focus: DraftImage['focus']) => void;
}) {
  const set = (x: number, y: number) => {
    const [left, top] = [x, y].map((value) => Math.round(Math.min(100, Math.max(0, value))));
    onFocus({ x: left ?? 50, y: top ?? 50 });
  };
  function onKey(event: KeyboardEvent) {
    const [x, y] = moves[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? 1 : STEP;
    set(focus.x + x * step, focus.y + y * step);
  }
  return (
    <button
      type="button"
      aria-label={`Focal point of ${name}: ${focus.x} % from the left, ${focus.y} % from the top. The arrow keys move it.`}
      aria-live="polite"
      onKeyDown={onKey}
      onClick={({ currentTarget, clientX, clientY, detail }) => {
        // A key also triggers a click, but it has no position.
        if (detail === 0) return;
        const box = currentTarget.getBoundingClientRect();
        set(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
      }}
      className="relative block w-full cursor-crosshair"
    >
      <img src={thumbOf(url)} alt="" draggable={false} className="w-full" />
      <span
        aria-hidden="true"
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
        className="pointer-events-none absolute size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-accent/60 shadow-panel"
      />
    </button>
  );
}
