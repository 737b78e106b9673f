import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import X from 'lucide-react/icons/x';
import {
  type ClipboardEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';

/** How a person changes the order of the values. */
export interface ChipOrder {
  moveBy: (value: string, by: -1 | 1) => void;
  /** Lets a person drag a value to the place of another one. */
  dragging: (value: string) => ComponentProps<'li'>;
  /** The id of the button that moves a value. */
  buttonId: (value: string, by: -1 | 1) => string;
}

interface ChipsProps {
  label: string;
  values: string[];
  /** The most characters of a value. */
  maxLength: number;
  onRemove: (value: string) => void;
  /** Returns why a value can't have this name; null when it has it now. */
  onRename: (value: string, name: string) => string | null;
  /** Null for values that have an order of their own. */
  order: ChipOrder | null;
}

interface ChipFieldProps extends ChipsProps {
  hint: string;
  /** Returns why some were not added; null when all are there now. */
  onAdd: (values: string[]) => string | null;
}

/**
 * A list of values that are typed one after the other: Enter or a comma adds one, Backspace in the
 * empty field removes the last. Pasted text with commas, tabs or lines adds several. A value that
 * is pressed becomes a field for its name.
 */
export function ChipField({ hint, onAdd, onRemove, ...chips }: ChipFieldProps) {
  const { label, values } = chips;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = (typed: string) => {
    setProblem(onAdd(typed.split(/[,\t\n]/)));
    setText('');
  };
  const remove = (value: string) => {
    onRemove(value);
    setProblem(null);
    input.current?.focus();
  };
  function onKeyDown({ key, nativeEvent }: KeyboardEvent) {
    if (nativeEvent.isComposing) return;
    // Enter must not send the form.
    if (key === 'Enter') nativeEvent.preventDefault();
    const last = values.at(-1);
    if (key === 'Enter') add(text);
    else if (key === 'Backspace' && text === '' && last !== undefined) remove(last);
  }
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="control flex flex-wrap items-center gap-1.5 focus-within:outline-2 focus-within:outline-accent">
        <Chips {...chips} onRemove={remove} onProblem={setProblem} />
        <input
          ref={input}
          id={id}
          aria-describedby={`${id}-hint`}
          value={text}
          enterKeyHint="done"
          autoComplete="off"
          className="min-w-12 flex-1 bg-transparent py-0.5 outline-none"
          onChange={({ target }) =>
            /[,\t\n]/.test(target.value) ? add(target.value) : setText(target.value)
          }
          onKeyDown={onKeyDown}
          onPaste={(event) => takeLines(event, (pasted) => add(text + pasted))}
          onBlur={() => text.trim() && add(text)}
        />
      </div>
      <Problem of={problem} />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {hint}
      </p>
    </div>
  );
}

/** Takes pasted text of several lines or cells, which the field itself would write as one. */
function takeLines(event: ClipboardEvent, take: (pasted: string) => void): void {
  const pasted = event.clipboardData.getData('text');
  if (!/[\t\n]/.test(pasted.trim())) return;
  event.preventDefault();
  take(pasted);
}

function Problem({ of }: { of: string | null }) {
  if (of === null) return null;
  return (
    <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
      {of}
    </p>
  );
}

function Chips({
  label,
  values,
  onProblem,
  onRename,
  onRemove,
  maxLength,
  order,
}: ChipsProps & { onProblem: (problem: string | null) => void }) {
  const [opened, setOpened] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<string | null>(null);
  useEffect(() => {
    const place = focused.current === null ? -1 : values.indexOf(focused.current);
    if (place >= 0) list.current?.children[place]?.querySelector('button')?.focus();
    focused.current = null;
  });
  function close(value: string, name: string | null, keepsFocus: boolean) {
    const problem = name === null ? null : onRename(value, name);
    onProblem(problem);
    // The field stays with the focus, so that the name can be corrected.
    if (problem !== null && keepsFocus) return;
    if (keepsFocus) focused.current = problem === null && name?.trim() ? name.trim() : value;
    setOpened(null);
  }
  const chip = {
    order,
    onRemove(value: string) {
      setOpened(null);
      onRemove(value);
    },
  };
  return (
    <ul ref={list} aria-label={label} className="contents">
      {values.map((value, place) =>
        value === opened ? (
          <OpenChip
            key={value}
            {...chip}
            value={value}
            maxLength={maxLength}
            isFirst={place === 0}
            isLast={place === values.length - 1}
            onClose={(name, keepsFocus) => close(value, name, keepsFocus)}
          />
        ) : (
          <Chip key={value} {...chip} value={value} onOpen={() => setOpened(value)} />
        ),
      )}
    </ul>
  );
}

type ChipProps = Pick<ChipsProps, 'onRemove' | 'order'> & { value: string };

const CHIP = 'flex items-center rounded-control bg-tint text-sm leading-7';

function Chip({ value, onOpen, onRemove, order }: ChipProps & { onOpen: () => void }) {
  const { className, ...dragging } = order?.dragging(value) ?? {};
  return (
    <li {...dragging} className={classNames(CHIP, className)}>
      <button
        type="button"
        aria-label={`Rename ${value}`}
        className="min-h-7 min-w-7 cursor-text rounded-control pl-2 text-left wrap-anywhere hover:underline"
        onClick={onOpen}
      >
        {value}
      </button>
      <RemoveButton value={value} onRemove={onRemove} />
    </li>
  );
}

function RemoveButton({ value, onRemove }: Pick<ChipProps, 'value' | 'onRemove'>) {
  return (
    <button
      type="button"
      aria-label={`Remove ${value}`}
      className="grid size-7 place-items-center"
      onClick={() => onRemove(value)}
    >
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}

function MoveButton({
  value,
  order,
  by,
  isEnd,
}: Pick<ChipProps, 'value' | 'order'> & { by: -1 | 1; isEnd: boolean }) {
  if (!order) return null;
  const Arrow = by < 0 ? ArrowLeft : ArrowRight;
  return (
    <button
      type="button"
      id={order.buttonId(value, by)}
      aria-label={`Move ${value} ${by < 0 ? 'earlier' : 'later'}`}
      // At the end of the list the button keeps the focus.
      aria-disabled={isEnd}
      className="grid size-7 place-items-center aria-disabled:opacity-40"
      onClick={() => order.moveBy(value, by)}
    >
      <Arrow aria-hidden="true" className="size-4" />
    </button>
  );
}

/** A value while it is renamed. */
function OpenChip({
  value,
  maxLength,
  order,
  isFirst,
  isLast,
  onRemove,
  onClose,
}: ChipProps & {
  maxLength: number;
  isFirst: boolean;
  isLast: boolean;
  /** Called with the typed name, or with null when it is dropped. */
  onClose: (name: string | null, keepsFocus: boolean) => void;
}) {
  const [name, setName] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter must not send the form.
    event.preventDefault();
    onClose(event.key === 'Enter' ? name : null, true);
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) onClose(name, false);
  }
  return (
    <li className={CHIP} onBlur={onBlur}>
      <MoveButton value={value} order={order} by={-1} isEnd={isFirst} />
      <input
        ref={input}
        aria-label={`New name of ${value}`}
        value={name}
        maxLength={maxLength}
        enterKeyHint="done"
        autoComplete="off"
        style={{ width: `${Math.min(Math.max(name.length, 4) + 3, 30)}ch` }}
        className="max-w-full bg-ground px-1 py-0.5"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onKeyDown}
      />
      <MoveButton value={value} order={order} by={1} isEnd={isLast} />
      <RemoveButton value={value} onRemove={onRemove} />
    </li>
  );
}
