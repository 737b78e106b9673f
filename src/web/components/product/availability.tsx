import { classNames } from '../../ui/class-names.ts';

/** The largest number of units that is shown as few. */
export const FEW = 5;

/** Whether a variant can be bought; read out when it changes with the choice. */
export function Availability({
  inventory,
  soldOut,
}: {
  inventory: number | null;
  soldOut: boolean;
}) {
  return (
    <p aria-live="polite" className="text-[0.9375rem]">
      <span className={classNames('font-semibold', soldOut ? 'text-danger' : 'text-success')}>
        {soldOut ? 'Not In Stock' : 'In Stock'}
      </span>
      {!soldOut && inventory !== null && inventory <= FEW ? (
        <span className="text-ink-soft"> · only {inventory} left</span>
      ) : null}
    </p>
  );
}
