import type { ReleaseReason } from '#features/order-tables/exchange-state.schema.ts';
import type { OrderEventKind } from '#features/order-tables/order-events.schema.ts';
import type { TimelineEntry } from '#features/orders/lists/staff-orders.schema.ts';
import { releaseLabels } from '#features/orders/returns/return-labels.schema.ts';
import { counted } from '#shared/counted.ts';
import { ownValue } from '#shared/own-value.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { CommentForm, RemoveComment } from './comment-forms.tsx';

interface Fields {
  version: number;
  requestKey: string;
}

type Words = (detail: string | null) => string;

const withDetail =
  (words: string): Words =>
  (detail) =>
    detail ? `${words}: ${detail}` : words;

const said: Record<OrderEventKind, Words> = {
  place: () => 'Placed',
  pay: withDetail('Paid'),
  cancel: withDetail('Cancelled'),
  'payment-reminder': () => 'Reminded of the payment',
  expire: () => 'Cancelled, because it was not paid in time',
  deleted: (from) => `Removed from ${from ?? 'a list'}`,
  restored: () => 'Back in the lists',
  refund: (amount) => `Refunded ${amount ?? ''}`,
  'refund-settled': withDetail('Refund paid in another way'),
  'refund-withdrawn': withDetail('Refund withdrawn'),
  'address-added': () => 'Address added',
  'address-corrected': () => 'Address corrected',
  fulfill: (units) => `Sent a parcel with ${counted(Number(units), 'item')}`,
  'correct-tracking': () => 'Tracking corrected',
  deliver: () => 'Parcel delivered',
  'take-back': (units) => `Took back a parcel with ${counted(Number(units), 'item')}`,
  'cancel-lines': (units) => `Cancelled ${units ?? ''}`,
  'return-requested': (units) => `Return requested: ${units ?? ''}`,
  'return-approved': () => 'Return approved',
  'return-declined': withDetail('Return declined'),
  'return-withdrawn': () => 'Return withdrawn',
  'return-photo-added': () => 'Photo added to a return',
  'return-received': (units) => `Return received: ${units ?? ''}`,
  'return-closed': () => 'Return closed',
  'exchange-shipped': (units) => `Sent an exchange with ${counted(Number(units), 'item')}`,
  'exchange-paid': (amount) => `Difference of an exchange paid: ${amount ?? ''}`,
  'exchange-waived': (amount) => `Difference of an exchange waived: ${amount ?? ''}`,
  'exchange-refunded': (amount) => `Difference of an exchange refunded: ${amount ?? ''}`,
  'exchange-released': (why) =>
    `Exchange ended: ${releaseLabels[why as ReleaseReason] ?? 'not sent'}`,
  'tags-changed': withDetail('Tags changed'),
  hold: withDetail('Put on hold'),
  release: () => 'Released',
};

/** A newer release may have left an event that this one does not know: it has its own name. */
function wordsOf(event: TimelineEntry['event'], detail: string | null): string {
  return (ownValue<Words>(said, event) ?? withDetail(event))(detail);
}

/** What happened to an order and what staff wrote about it, the newest first. */
export function Timeline({ entries, ...fields }: { entries: TimelineEntry[] } & Fields) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 font-sans font-semibold">
        Timeline
      </h2>
      <CommentForm {...fields} used={entries.map(({ commentKey }) => commentKey)} />
      <ol className="border-l-2 border-line pl-4 text-sm">
        {entries.map(({ id, commentId, event, actor, detail, about, at }) => (
          <li key={id} className="pb-3">
            {commentId ? (
              <p className="rounded-control bg-tint px-3 py-2 whitespace-pre-wrap wrap-anywhere">
                {detail}
              </p>
            ) : (
              <p className="font-medium wrap-anywhere">{wordsOf(event, detail)}</p>
            )}
            {about ? <p className="wrap-anywhere">{about}</p> : null}
            <p className="text-ink-soft wrap-anywhere">
              <DateTime iso={at} />, {actor}
            </p>
            {commentId ? <RemoveComment id={commentId} {...fields} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
