import { classNames } from '../../ui/class-names.ts';

/** How a status looks. The line around it keeps it visible in a selected row of the same color. */
const statusLooks = {
  done: 'bg-success-tint text-success',
  toDo: 'bg-accent-tint text-accent',
  stopped: 'bg-danger-tint text-danger',
  quiet: 'bg-tint text-ink-soft',
  open: 'text-ink',
};

export type StatusLook = keyof typeof statusLooks;

/** A status as a small label. */
export function StatusLabel({ look, children }: { look: StatusLook; children: string }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-control px-2 py-0.5 text-xs font-semibold whitespace-nowrap inset-ring inset-ring-current/30 compact:py-0',
        statusLooks[look],
      )}
    >
      {children}
    </span>
  );
}
