import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { IconButton } from '../../../ui/button.tsx';
import { buttonId, type Order } from './use-order.ts';

const downTheList = { [-1]: { to: 'up', Icon: ArrowUp }, 1: { to: 'down', Icon: ArrowDown } };
const alongTheLine = {
  [-1]: { to: 'earlier', Icon: ArrowLeft },
  1: { to: 'later', Icon: ArrowRight },
};

/** The two buttons that move a row. In the form of its list they work without script. */
export function MoveButtons({
  order,
  id,
  name,
  isLine = false,
  needsScript = false,
}: {
  order: Order;
  id: string;
  /** What the buttons say that they move. */
  name: string;
  /** Whether the rows stand beside each other. */
  isLine?: boolean;
  /** Whether the form around them has another purpose, which Enter in its fields must find. */
  needsScript?: boolean;
}) {
  const ways = isLine ? alongTheLine : downTheList;
  return ([-1, 1] as const).map((by) => {
    const { to, Icon } = ways[by];
    return (
      <IconButton
        key={by}
        id={buttonId(id, by)}
        small
        type={needsScript ? 'button' : 'submit'}
        name="move"
        value={JSON.stringify([id, by])}
        label={`Move ${name} ${to}`}
        // At the end of the list the button keeps the focus.
        aria-disabled={by < 0 ? order.isFirst(id) : order.isLast(id)}
        className="aria-disabled:opacity-40"
        onClick={(event) => {
          event.preventDefault();
          order.moveBy(id, by);
        }}
      >
        <Icon aria-hidden="true" className="size-4" />
      </IconButton>
    );
  });
}
