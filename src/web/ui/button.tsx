import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';
import { useHydrated } from './use-hydrated.ts';

export type ButtonLook = 'accent' | 'solid' | 'outline' | 'quiet' | 'danger' | 'success';

const looks: Record<ButtonLook, string> = {
  accent: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  solid: 'bg-ink text-ground border-transparent hover:bg-accent hover:text-on-accent',
  outline: 'border-line-strong text-ink hover:border-ink hover:bg-tint',
  quiet: 'border-transparent text-ink hover:bg-tint',
  danger: 'border-danger text-danger hover:bg-danger-tint',
  success: 'border-success bg-success-tint text-success hover:border-ink',
};

function buttonClass(look: ButtonLook, className?: string): string {
  return classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-5 py-2',
    'text-center text-[0.9375rem] leading-tight font-semibold wrap-break-word no-underline transition-colors',
    'disabled:opacity-55 aria-disabled:opacity-55 print:hidden',
    looks[look],
    className,
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  /**
   * Shows a spinner, and ignores further clicks: the first one is on its way. The button keeps its
   * place, width and focus. A button that has this takes a double click for one.
   */
  pending?: boolean | undefined;
}

export function Button({
  look = 'outline',
  pending,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="submit"
      {...props}
      onClick={(event) => {
        // The second click of a double click may come before the page shows the first.
        if (pending || (pending === false && event.detail > 1)) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonClass(look, className)}
    >
      {pending ? <Spinner label="Working" /> : null}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'outline',
  className,
  ...props
}: LinkProps & { look?: ButtonLook; className?: string }) {
  return <Link {...props} className={buttonClass(look, className)} />;
}

/** A square button with one icon; `label` is its name. */
export function IconButton({
  label,
  small = false,
  className,
  disabled,
  onClick,
  ...props
}: ComponentProps<'button'> & { label: string; small?: boolean }) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      // A disabled button loses the focus, and pressing it may be what disables it.
      disabled={disabled && !hydrated}
      aria-disabled={disabled}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-control text-ink',
        small ? 'size-9' : 'size-11',
        'transition-colors hover:bg-tint disabled:opacity-55 aria-disabled:opacity-55',
        className,
      )}
    />
  );
}
