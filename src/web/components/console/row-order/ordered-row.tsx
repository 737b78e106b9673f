import GripVertical from 'lucide-react/icons/grip-vertical';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { MoveButtons } from './move-buttons.tsx';
import type { Order } from './use-order.ts';

/** A row of an ordered list: it can be dragged, and has buttons that move it. */
export function OrderedRow({
  order,
  row: { id, name },
  isTall = false,
  needsScript = false,
  actions,
  className,
  children,
}: {
  order: Order;
  row: { id: string; name: string };
  /** Whether the row has many lines; the buttons are beside the first one then. */
  isTall?: boolean;
  /** Whether the form around the list has another purpose: see `MoveButtons`. */
  needsScript?: boolean;
  /** Further buttons. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const state = order.dragState(id);
  return (
    <li
      {...order.row(id)}
      className={classNames(
        'flex gap-3',
        isTall ? 'items-start py-3' : 'items-center',
        state === 'target' ? 'bg-accent-tint' : 'bg-surface',
        state === 'dragged' && 'opacity-50',
        className,
      )}
    >
      <GripVertical
        aria-hidden="true"
        className={classNames(
          'size-4 shrink-0 cursor-grab text-ink-soft scriptless:hidden',
          isTall && 'mt-1',
        )}
      />
      {children}
      <span className={classNames('flex shrink-0', needsScript && 'scriptless:hidden')}>
        <MoveButtons order={order} id={id} name={name} needsScript={needsScript} />
        {actions}
      </span>
    </li>
  );
}
