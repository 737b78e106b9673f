import { useFetcher } from 'react-router';
import { formatMoney } from '#shared/money.ts';
import { itemName } from '#shared/variant-options.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { CartResult } from './cart-result.ts';
import type { ShownLine } from './pending-cart.ts';

type PricedLine = Pick<
  ShownLine,
  'variantId' | 'name' | 'variantName' | 'unitPriceMinor' | 'seenPriceMinor'
>;

/**
 * Says which prices have changed since the products were added, until the customer dismisses it.
 */
export function PriceChanges({ lines, returnTo }: { lines: PricedLine[]; returnTo: string }) {
  const fetcher = useFetcher<CartResult>({ key: 'accept-prices' });
  const changed = lines.filter(({ unitPriceMinor, seenPriceMinor }) => {
    return unitPriceMinor !== seenPriceMinor;
  });
  if (changed.length === 0 || fetcher.state !== 'idle') return null;
  return (
    <Notice tone="info" role="alert">
      <p className="font-semibold">Prices have changed since you added these:</p>
      <ul className="mt-1 space-y-1">
        {changed.map((line) => (
          <li key={line.variantId}>
            {itemName(line)}: was <s>{formatMoney(line.seenPriceMinor)}</s>, is now{' '}
            <strong>{formatMoney(line.unitPriceMinor)}</strong>
          </li>
        ))}
      </ul>
      <fetcher.Form method="post" action="/cart" className="mt-3">
        <input type="hidden" name="intent" value="acceptPrices" />
        <input type="hidden" name="returnTo" value={returnTo} />
        <Button>Understood</Button>
      </fetcher.Form>
    </Notice>
  );
}
