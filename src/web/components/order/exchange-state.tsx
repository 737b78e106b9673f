import {
  exchangeStateLabels,
  releaseLabels,
} from '#features/orders/returns/return-labels.schema.ts';
import type { ExchangeView } from '#features/orders/returns/return-view.schema.ts';
import type { FulfillmentView } from '#features/orders/view/parcel-view.schema.ts';
import { itemName } from '#shared/variant-options.ts';
import { Day } from '../day.tsx';

/** What goes out for a line of a return, and how far that is. */
export function ExchangeState({
  name,
  exchange,
  parcels,
}: {
  /** Of the product. */
  name: string;
  exchange: ExchangeView;
  parcels: FulfillmentView[];
}) {
  const { state, variantName, quantity, released, releasedBecause, fulfillmentId } = exchange;
  const parcel = parcels.find(({ id }) => id === fulfillmentId);
  // What was released as a whole is shown as it was asked for.
  const units = state === 'released' ? quantity : quantity - released;
  return (
    <p className="text-sm">
      <span className="font-semibold">{exchangeStateLabels[state]}:</span> {units} ×{' '}
      {itemName({ name, variantName })}
      {releasedBecause ? ` (${releaseLabels[releasedBecause]})` : null}
      {parcel ? (
        <>
          , sent on <Day iso={parcel.shippedAt} />
          {parcel.carrier ? ` with ${parcel.carrier}` : null}
          {parcel.trackingUrl ? (
            <>
              {'. '}
              <a href={parcel.trackingUrl} className="link" rel="noreferrer" target="_blank">
                Track {parcel.trackingNumber}
              </a>
            </>
          ) : null}
        </>
      ) : null}
    </p>
  );
}
