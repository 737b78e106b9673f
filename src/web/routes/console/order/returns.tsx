import { Fragment } from 'react';
import type { OrderView, ReturnView } from '#features/orders/orders.schema.ts';
import {
  returnConditionLabels,
  returnReasonLabels,
} from '#features/orders/return-labels.schema.ts';
import { ReturnLabel } from '../../../components/console/order-status.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { OrderLine } from './order-line.tsx';
import { DecideReturn } from './return/decide-return.tsx';
import { EndReturn } from './return/end-return.tsx';
import { ReceiveReturn } from './return/receive-return.tsx';

const OPEN: ReturnView['state'][] = ['requested', 'in_transit', 'received'];

/** The open or the other returns of an order, with the next actions of staff for each. */
export function Returns({ order, areOpen }: { order: OrderView; areOpen: boolean }) {
  return order.returns.map((one, index) =>
    OPEN.includes(one.state) === areOpen ? (
      <Return key={one.id} order={order} one={one} number={index + 1} />
    ) : null,
  );
}

function Return({ order, one, number }: { order: OrderView; one: ReturnView; number: number }) {
  return (
    <section aria-labelledby={one.id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={one.id} className="font-sans font-semibold">
          Return {number}
        </h2>
        <ReturnLabel status={one.state} />
      </div>
      <p className="text-sm text-ink-soft">
        Asked for on <DateTime iso={one.requestedAt} />
        {one.receivedAt ? (
          <>
            , received on <DateTime iso={one.receivedAt} />
          </>
        ) : null}
      </p>
      {one.state === 'in_transit' ? null : <Lines order={order} one={one} />}
      {one.note ? (
        <p className="mt-2 text-sm wrap-anywhere">
          <span className="font-semibold">Note:</span> {one.note}
        </p>
      ) : null}
      {one.declineReason ? (
        <p className="mt-2 text-sm wrap-anywhere">
          <span className="font-semibold">Declined:</span> {one.declineReason}
        </p>
      ) : null}
      <Next order={order} one={one} />
    </section>
  );
}

function Next({ order, one }: { order: OrderView; one: ReturnView }) {
  // Typed values stay after a refusal, unless the order has changed.
  const { version } = order;
  if (one.state === 'requested') return <DecideReturn key={version} order={order} one={one} />;
  if (one.state === 'in_transit') {
    return (
      <Fragment key={version}>
        <ReceiveReturn order={order} one={one} />
        <EndReturn order={order} one={one} />
      </Fragment>
    );
  }
  return one.state === 'received' ? <EndReturn key={version} order={order} one={one} /> : null;
}

function Lines({ order, one }: { order: OrderView; one: ReturnView }) {
  return (
    <ul className="divide-y divide-line">
      {one.lines.map(({ position, quantity, reason, received, condition, restocked }) => {
        const line = order.lines[position];
        const came = [
          received === null
            ? `${quantity} of ${line?.quantity}`
            : `${received} of ${quantity} came`,
          returnReasonLabels[reason],
          condition && returnConditionLabels[condition],
          restocked && 'back in the stock',
        ];
        return line ? (
          <OrderLine key={position} line={line}>
            <span className="ml-auto text-sm tabular-nums">{came.filter(Boolean).join(' · ')}</span>
          </OrderLine>
        ) : null;
      })}
    </ul>
  );
}
