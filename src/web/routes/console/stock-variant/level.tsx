import type { ReactNode } from 'react';
import type { StockLevel } from '#features/inventory/inventory.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { Facts } from '../../../components/console/facts.tsx';

/** Units of a variant, with a mark beside the available ones. */
export function Level({ level, mark }: { level: StockLevel; mark?: ReactNode }) {
  const { onHand, reserved, available } = level;
  return (
    <Facts
      facts={[
        ['On hand', withThousands(onHand)],
        ['Reserved', withThousands(reserved)],
        ['Available', withThousands(available), mark],
      ]}
    />
  );
}
