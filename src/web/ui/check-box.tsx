import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** A check box with its label beside it. The whole label can be pressed. */
export function CheckBox({
  label,
  hint,
  className,
  ...box
}: Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: string;
  /** Classes of the box and its label together, such as those of their place in a grid. */
  className?: string;
}) {
  const hintId = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 cursor-pointer items-center gap-2 lg:min-h-8 lg:text-sm compact:min-h-7">
        <BareCheckBox aria-describedby={hint ? hintId : undefined} {...box} />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="ml-7 text-sm text-ink-soft max-lg:-mt-1.5 lg:ml-6">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The box alone, for a place that has a label of its own. */
export function BareCheckBox({ className, ...box }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...box}
      type="checkbox"
      className={classNames('size-5 shrink-0 accent-accent lg:size-4', className)}
    />
  );
}
