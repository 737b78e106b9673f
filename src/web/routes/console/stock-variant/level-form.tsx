import { Form, useNavigation } from 'react-router';
import type { StockRow } from '#features/inventory/inventory.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { shop } from '#shop-config';
import { DENSE_BUTTON, DENSE_CONTROL } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import type { RefusedLevel } from './change-level.ts';

/** Sets at how many available units the stock of a variant is low. */
export function LevelForm({
  stock: { sku, ownLevel },
  refused,
}: {
  stock: StockRow;
  refused: RefusedLevel | undefined;
}) {
  const isBusy = useNavigation().formData?.has('level') ?? false;
  return (
    <Form key={ownLevel} method="post" preventScrollReset className="mt-5 max-w-md">
      <label htmlFor="low-stock" className="mb-2 block font-semibold">
        Low stock at
      </label>
      <div className="flex gap-1.5">
        <input
          id="low-stock"
          name="level"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={refused?.level ?? ownLevel ?? ''}
          aria-describedby={refused ? 'low-stock-refusal low-stock-hint' : 'low-stock-hint'}
          aria-invalid={refused ? true : undefined}
          className={`${DENSE_CONTROL} flex-1 tabular-nums`}
        />
        <Button pending={isBusy} aria-label={`Save the level of ${sku}`} className={DENSE_BUTTON}>
          Save
        </Button>
      </div>
      {refused ? (
        <p id="low-stock-refusal" role="alert" className="mt-1 text-sm font-medium text-danger">
          {refused.message}
        </p>
      ) : null}
      <p id="low-stock-hint" className="mt-1 text-sm text-ink-soft">
        Available units. Empty for the shop's own level, {withThousands(shop.lowStockAt)}.
      </p>
    </Form>
  );
}
