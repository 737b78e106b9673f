/** What comes back with a return: what was bought, or what an earlier exchange sent. */
import type { OrderLineView } from '../orders.schema.ts';
import type { ExchangeView, ReturnItem } from './return-view.schema.ts';

/** A return as far as its exchanges go. */
interface Exchanging {
  id: string;
  ofReturnId: string | null;
  lines: { position: number; exchange: ExchangeView | null }[];
}

type Items = Pick<
  OrderLineView,
  'variantId' | 'sku' | 'size' | 'color' | 'option' | 'variantName' | 'image' | 'unitPriceMinor'
>;

/** A return and the earlier ones whose exchanges it sends back, the last one first. */
export function earlierReturns<Return extends Pick<Exchanging, 'id' | 'ofReturnId'>>(
  returns: Return[],
  ofReturnId: string | null,
): Return[] {
  const one = returns.find(({ id }) => id === ofReturnId);
  return one ? [one, ...earlierReturns(returns, one.ofReturnId)] : [];
}

/**
 * The exchanges of a unit of the order's line before it comes back with a return of `ofReturnId`,
 * the first one first. It was bought if there are none.
 */
export function exchangesBefore(
  returns: Exchanging[],
  ofReturnId: string | null,
  position: number,
): { returnId: string; exchange: ExchangeView }[] {
  return earlierReturns(returns, ofReturnId)
    .flatMap(({ id, lines }) => {
      const exchange = lines.find((line) => line.position === position)?.exchange;
      return exchange ? [{ returnId: id, exchange }] : [];
    })
    .toReversed();
}

/** The item of an order's line that comes back with a return of `ofReturnId`. */
export function itemOf(
  { lines, returns }: { lines: Items[]; returns: Exchanging[] },
  ofReturnId: string | null,
  position: number,
): ReturnItem {
  const item = exchangesBefore(returns, ofReturnId, position).at(-1)?.exchange ?? lines[position];
  if (!item) throw new Error(`There is no line ${position}.`);
  const { variantId, sku, size, color, option, variantName, image, unitPriceMinor } = item;
  return { variantId, sku, size, color, option, variantName, image, unitPriceMinor };
}
