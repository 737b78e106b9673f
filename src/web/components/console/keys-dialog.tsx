import { Modal } from '../../ui/modal.tsx';
import { listKeys } from './use-list-keys.ts';

const keys = [...listKeys, ['?', 'This list of keys'], ['Ctrl K or ⌘ K', 'Find anything']] as const;

/** Lists the keys of the console's lists. */
export function KeysDialog({
  open,
  selects = true,
  onClose,
}: {
  open: boolean;
  /** Whether rows of the list can be selected. */
  selects?: boolean;
  onClose: () => void;
}) {
  const shown = selects ? keys : keys.filter(([, what]) => what !== 'Select the row');
  return (
    <Modal open={open} onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {shown.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-control border border-line-strong px-1.5 py-0.5 font-sans">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
