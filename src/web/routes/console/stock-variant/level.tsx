import type { ReactNode } from 'react';
import { onShelf, type StockLevel } from '#features/inventory/inventory.schema.ts';
import { withThousands } from '#shared/thousands.ts';
import { Facts } from '../../../components/console/facts.tsx';

/**
 * Units of a variant, with a mark beside the available ones. What was to be shipped at a past moment
 * is not known.
 */
export function Level({
  level,
  mark,
}: {
  level: StockLevel & { toShip?: number };
  mark?: ReactNode;
}) {
  const { onHand, reserved, available, toShip } = level;
  return (
    <Facts
      facts={[
        ['On hand', withThousands(onHand)],
        ['Reserved', withThousands(reserved)],
        ['Available', withThousands(available), mark],
        ...(toShip === undefined ? [] : shelfFacts(onHand, toShip)),
      ]}
    />
  );
}

function shelfFacts(onHand: number, toShip: number): [string, string][] {
  return [
    ['To ship', withThousands(toShip)],
    ['On the shelf', withThousands(onShelf({ onHand, toShip }))],
  ];
}
