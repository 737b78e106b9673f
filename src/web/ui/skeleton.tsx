import { classNames } from './class-names.ts';

/** A grey placeholder for something that loads. Add a Spinner beside it, which says so. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-pulse rounded-control bg-tint motion-reduce:animate-none',
        className,
      )}
    />
  );
}
