import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** A point of an image, as parts of its width and height. */
interface Point {
  x: number;
  y: number;
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };

/** Enlarges the image at `place` of a strip. Going to another image ends it. */
export function useZoom(strip: RefObject<HTMLUListElement | null>, place: number) {
  const [zoomed, setZoomed] = useState<number | null>(null);
  const point = useRef(MIDDLE);
  const isOn = zoomed === place;

  // The point that was pressed stays in the middle.
  useLayoutEffect(() => {
    const slide = isOn ? strip.current?.children[place] : null;
    if (!slide) return;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = slide;
    slide.scrollTo({
      left: point.current.x * scrollWidth - clientWidth / 2,
      top: point.current.y * scrollHeight - clientHeight / 2,
      behavior: 'instant',
    });
  }, [isOn, place, strip]);

  function set(on: boolean, at = MIDDLE) {
    point.current = at;
    setZoomed(on ? place : null);
  }
  return {
    isOn,
    set,
    toggleAt({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
      const box = currentTarget.querySelector('img')?.getBoundingClientRect();
      if (!box) return;
      const part = (value: number) => Math.min(1, Math.max(0, value));
      const x = part((clientX - box.left) / box.width);
      const y = part((clientY - box.top) / box.height);
      set(!isOn, { x, y });
    },
  };
}
