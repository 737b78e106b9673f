import { classNames } from './class-names.ts';

/** A grey shape that keeps the place of something on its way. Say so beside it, with a Spinner. */
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
