import type { OrderView } from '#features/orders/orders.schema.ts';
import { reservedOf } from '#features/orders/returns/exchange-units.schema.ts';
import {
  postageForStaff,
  returnConditionLabels,
  returnReasonLabels,
} from '#features/orders/returns/return-labels.schema.ts';
import type { ReturnView } from '#features/orders/returns/return-view.schema.ts';
import { isRefundedAgain, waitsForStaff } from '#features/returns/open-return.schema.ts';
import { refundedElsewhereText } from '#features/returns/refunded-elsewhere.schema.ts';
import { ReturnLabel } from '../../../components/console/order-status.tsx';
import { DateTime } from '../../../components/date-time.tsx';
import { ExchangeState } from '../../../components/order/exchange-state.tsx';
import { ExtraPayment } from '../../../components/order/extra-payment.tsx';
import { RefundedElsewhere } from '../../../components/order/refunded-elsewhere.tsx';
import { ReturnPhotos } from '../../../components/order/return-photos.tsx';
import { Link } from '../../../ui/link.tsx';
import { OrderLine } from './order-line.tsx';
import { DecideReturn } from './return/decide-return.tsx';
import { EndReturn } from './return/end-return.tsx';
import { ReceiveReturn } from './return/receive-return.tsx';
import { SendExchange } from './return/send-exchange.tsx';

/** The open or the other returns of an order, with the next actions of staff for each. */
export function Returns({ areOpen, ...props }: Omit<Props, 'one'> & { areOpen: boolean }) {
  const { order } = props;
  return order.returns.map((one, index) =>
    waitsForStaff(order, one) === areOpen ? (
      <Return key={one.id} {...props} one={one} number={index + 1} />
    ) : null,
  );
}

interface Props {
  order: OrderView;
  one: ReturnView;
  carriers: string[];
  /** Makes repeats of a form count once. */
  requestKey: string;
}

function Return({ number, ...props }: Props & { number: number }) {
  const { order, one } = props;
  return (
    <section aria-labelledby={one.id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={one.id} className="font-sans font-semibold">
          Return {number}
        </h2>
        <ReturnLabel status={one.state} />
      </div>
      {one.ofReturnId ? (
        <p className="text-sm">
          What was sent in exchange for return{' '}
          {order.returns.findIndex(({ id }) => id === one.ofReturnId) + 1} comes back.
        </p>
      ) : null}
      <p className="text-sm text-ink-soft">
        Asked for on <DateTime iso={one.requestedAt} />
        {one.receivedAt ? (
          <>
            , received on <DateTime iso={one.receivedAt} />
          </>
        ) : null}
      </p>
      {one.postagePaidBy ? <p className="text-sm">{postageForStaff[one.postagePaidBy]}</p> : null}
      {one.state === 'in_transit' ? null : <Lines order={order} one={one} />}
      <Exchanges order={order} one={one} />
      <ExtraPayment order={order} one={one} isStaff />
      <RefundedElsewhere text={refundedElsewhereText(order, one)} />
      {one.note ? (
        <p className="mt-2 text-sm wrap-anywhere">
          <span className="font-semibold">Note:</span> {one.note}
        </p>
      ) : null}
      <ReturnPhotos photos={one.photos} of={`return ${number}`} />
      {one.declineReason ? (
        <p className="mt-2 text-sm wrap-anywhere">
          <span className="font-semibold">Declined:</span> {one.declineReason}
        </p>
      ) : null}
      <Next {...props} />
    </section>
  );
}

function Next({ order, one, carriers, requestKey }: Props) {
  if (one.state === 'requested') return <DecideReturn order={order} one={one} />;
  if (one.state === 'in_transit') {
    return (
      <>
        <p className="mt-1 text-sm">
          <Link to={`/returnOrder/${order.id}/slip?return=${one.id}`} className="link">
            Return slip
          </Link>
        </p>
        <ReceiveReturn order={order} one={one} />
        <SendExchange {...{ order, one, carriers, requestKey }} />
        <EndReturn order={order} one={one} />
      </>
    );
  }
  if (isRefundedAgain(order, one)) return <EndReturn order={order} one={one} />;
  if (one.state !== 'received') return null;
  return (
    <>
      <SendExchange {...{ order, one, carriers, requestKey }} />
      {reservedOf(one).length === 0 ? <EndReturn order={order} one={one} /> : null}
    </>
  );
}

/** What goes out for the lines of a return. */
function Exchanges({ order, one }: { order: OrderView; one: ReturnView }) {
  const lines = one.lines.filter(({ exchange }) => exchange !== null);
  if (lines.length === 0) return null;
  return (
    <div className="mt-2 space-y-1">
      {lines.map(({ position, exchange }) =>
        exchange ? (
          <ExchangeState
            key={position}
            name={order.lines[position]?.name ?? ''}
            exchange={exchange}
            parcels={order.fulfillments}
          />
        ) : null,
      )}
    </div>
  );
}

function Lines({ order, one }: { order: OrderView; one: ReturnView }) {
  return (
    <ul className="divide-y divide-line">
      {one.lines.map(({ position, item, quantity, reason, received, condition, restocked }) => {
        const line = order.lines[position];
        const came = [
          received === null
            ? `${quantity} of ${line?.quantity}`
            : `${received} of ${quantity} came`,
          `reason: ${returnReasonLabels[reason]}`,
          condition && `condition: ${returnConditionLabels[condition]}`,
          restocked && 'back in the stock',
        ];
        return line ? (
          <OrderLine key={position} line={{ ...line, ...item }}>
            <span className="ml-auto text-sm tabular-nums">{came.filter(Boolean).join(' · ')}</span>
          </OrderLine>
        ) : null;
      })}
    </ul>
  );
}
