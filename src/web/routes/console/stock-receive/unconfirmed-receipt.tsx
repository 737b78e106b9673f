import { counted } from '#shared/counted.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type SentReceipt, unitsIn } from './sent-receipt.ts';

/** Says that the response to a receipt was lost, and finds out what became of it. */
export function UnconfirmedReceipt({
  receipt,
  isBusy,
  onSettle,
}: {
  receipt: SentReceipt | null;
  isBusy: boolean;
  onSettle: () => void;
}) {
  if (!receipt || isBusy) return null;
  const of = receipt.note === '' ? '' : `, ${receipt.note},`;
  return (
    <Notice tone="info" className="mt-3">
      <p>
        A receipt of {counted(unitsIn(receipt), 'unit')}
        {of} is not confirmed.
      </p>
      <Button type="button" className={`mt-2 ${DENSE_BUTTON}`} onClick={onSettle}>
        Find out what became of it
      </Button>
    </Notice>
  );
}
