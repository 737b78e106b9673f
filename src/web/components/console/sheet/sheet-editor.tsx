import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef } from 'react';
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
  list,
  onType,
  onCommit,
  onCancel,
}: {
  label: string;
  typing: Typing;
  isNumber: boolean;
  /** The id of the texts to choose from. */
  list: string | undefined;
} & Pick<SheetRowProps, 'onType' | 'onCommit' | 'onCancel'>) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    // When a cell is opened to change its text, all of it is selected.
    input.current?.select();
  }, []);
  const end = (work: () => void) => {
    isOver.current = true;
    work();
  };
  return (
    <input
      ref={(element) => {
        input.current = element;
        // This runs at once, so that the key that opened the cell is typed into it.
        if (element && document.activeElement !== element) element.focus({ preventScroll: true });
      }}
      aria-label={label}
      value={typing.text}
      list={list}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => {
        // The grid must not handle keys that belong to the text.
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        const by = afterKey(event, typing.replaces);
        if (by === undefined) return;
        event.preventDefault();
        end(by === 'cancel' ? onCancel : () => onCommit(by));
      }}
      onCopy={keepHere}
      onCut={keepHere}
      onPaste={keepHere}
      onBlur={() => isOver.current || onCommit(null)}
      className={classNames(
        'absolute inset-0 z-10 w-full bg-surface px-2 text-base outline-2 -outline-offset-2 outline-accent lg:text-sm',
        isNumber && 'text-right tabular-nums',
      )}
    />
  );
}

/** The grid must not handle copying and pasting of text. */
const keepHere = (event: SyntheticEvent) => event.stopPropagation();

/** What a key does with the cell; nothing for keys that belong to the text. */
function afterKey(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  replaces: boolean,
): Parameters<SheetRowProps['onCommit']>[0] | 'cancel' | undefined {
  if (key === 'Enter') return { row: shiftKey ? -1 : 1, column: 0 };
  if (key === 'Tab') return shiftKey ? 'back' : 'next';
  if (key === 'Escape') return 'cancel';
  if (key.toLowerCase() === 's' && (ctrlKey || metaKey)) return 'stay';
  return replaces ? arrows[key] : undefined;
}
