import { type KeyboardEvent, useEffect, useRef } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { SheetRowProps, Typing } from './sheet-row.tsx';

const arrows: Record<string, { row: number; column: number }> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The field in a cell while something is typed into it. */
export function SheetEditor({
  label,
  typing,
  isNumber,
  onType,
  onCommit,
  onCancel,
}: {
  label: string;
  typing: Typing;
  isNumber: boolean;
} & Pick<SheetRowProps, 'onType' | 'onCommit' | 'onCancel'>) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    // A cell that is opened to change its text has all of it selected.
    input.current?.select();
  }, []);
  function onKeyDown(event: KeyboardEvent) {
    // The grid's own keys are not for text.
    event.stopPropagation();
    const { key, shiftKey } = event;
    if (event.nativeEvent.isComposing) return;
    const by = typing.replaces ? arrows[key] : undefined;
    const end = (work: () => void) => {
      event.preventDefault();
      isOver.current = true;
      work();
    };
    if (key === 'Enter') end(() => onCommit({ row: shiftKey ? -1 : 1, column: 0 }));
    else if (key === 'Tab') end(() => onCommit(shiftKey ? 'back' : 'next'));
    else if (key === 'Escape') end(onCancel);
    else if (by) end(() => onCommit(by));
    else if (key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey))
      end(() => onCommit('stay'));
  }
  return (
    <input
      ref={(element) => {
        input.current = element;
        // At once, so that the key that opened the cell is typed into it.
        if (element && document.activeElement !== element) element.focus({ preventScroll: true });
      }}
      aria-label={label}
      value={typing.text}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={onKeyDown}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => {
        if (!isOver.current) onCommit(null);
      }}
      className={classNames(
        'absolute inset-0 z-10 w-full bg-surface px-2 text-base outline-2 -outline-offset-2 outline-accent lg:text-sm',
        isNumber && 'text-right tabular-nums',
      )}
    />
  );
}
