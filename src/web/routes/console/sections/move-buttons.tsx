import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { IconButton } from '../../../ui/button.tsx';
import { buttonId } from './use-order.ts';

/** Moves a row up and down. Inside a form, the buttons work without script. */
export function MoveButtons({
  id,
  name,
  isFirst,
  isLast,
  onMove,
}: {
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}) {
  const button = (by: -1 | 1, isEnd: boolean) => ({
    id: buttonId(id, by),
    small: true,
    type: 'submit' as const,
    name: 'move',
    value: JSON.stringify([id, by]),
    label: `Move ${name} ${by < 0 ? 'up' : 'down'}`,
    // At the end of the list the button keeps the focus.
    'aria-disabled': isEnd,
    className: 'aria-disabled:opacity-40',
    onClick(event: { preventDefault: () => void }) {
      event.preventDefault();
      onMove(by);
    },
  });
  return (
    <span className="flex shrink-0">
      <IconButton {...button(-1, isFirst)}>
        <ArrowUp aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton {...button(1, isLast)}>
        <ArrowDown aria-hidden="true" className="size-4" />
      </IconButton>
    </span>
  );
}
