import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useAnnounce } from '../../../ui/announcer.tsx';

/** The attribute that names a row's button; after a move the focus returns to it. */
export const buttonId = (id: string, by: -1 | 1) => `move-${by < 0 ? 'up' : 'down'}-${id}`;

export type Order = ReturnType<typeof useOrder>;

/**
 * An order that a person changes by dragging or with buttons. The rows have each new order at once,
 * and `onOrder` is called with it.
 */
export function useOrder<Row extends { id: string; name: string }>(
  rows: Row[],
  onOrder: (ids: string[]) => void,
) {
  const announce = useAnnounce();
  const focused = useRef<string | null>(null);
  // A row that is moved in the page loses the focus.
  useEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus();
    focused.current = null;
  });
  const placeOf = (id: string) => rows.findIndex((row) => row.id === id);

  function moveTo(id: string, to: number): void {
    const from = placeOf(id);
    const moved = rows[from];
    if (!moved || to < 0 || to >= rows.length || from === to) return;
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, moved);
    onOrder(next.map((row) => row.id));
    announce(`${moved.name} is number ${to + 1} of ${rows.length} now.`);
  }

  return {
    ...useDragging((id, target) => moveTo(id, placeOf(target))),
    isFirst: (id: string) => rows[0]?.id === id,
    isLast: (id: string) => rows.at(-1)?.id === id,
    moveBy(id: string, by: -1 | 1) {
      focused.current = buttonId(id, by);
      moveTo(id, placeOf(id) + by);
    },
  };
}

function useDragging(onDrop: (id: string, target: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  return {
    /** Whether a row is the one that is dragged, or the one whose position it would take. */
    dragState(id: string): 'dragged' | 'target' | null {
      if (dragged === id) return 'dragged';
      return over === id ? 'target' : null;
    },
    /** The handlers that let a person drag a row to the position of another one. */
    row: (id: string) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(id);
      },
      onDragEnd() {
        setDragged(null);
        setOver(null);
      },
      onDragOver(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        setOver(id);
      },
      onDrop(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        onDrop(dragged, id);
      },
    }),
  };
}
