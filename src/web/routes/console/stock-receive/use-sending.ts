/** Sends the rows as a receipt, and finds out what became of one whose response was lost. */
import { useRef, useState } from 'react';
import { MAX_RECEIVED } from '#features/inventory/inventory.schema.ts';
import { counted } from '#shared/counted.ts';
import type { CountedVariant } from '../../../components/console/counting/counted-variants.ts';
import { useStoredList } from '../../../components/console/counting/use-codes.ts';
import { newKey } from '../../../components/console/new-key.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import {
  findReceipt,
  receiptOf,
  type SentReceipt,
  sendReceipt,
  unitsIn,
  withoutReceived,
} from './sent-receipt.ts';

const NO_UNITS = 'No variant here has units.';
const TOO_MANY = `A receipt has at most ${counted(MAX_RECEIVED, 'variant')}. Please leave some out, and receive them next.`;
const AGAIN = 'Nothing is received twice, so please press Receive again.';

/** What was received, with its note, or why nothing was. */
export type Result =
  | { done: string; note: string; problem?: never }
  | { done?: never; problem: string };

interface Options {
  storedAs: string;
  account: string;
  latest: { current: CountedVariant[] };
  change: (to: (rows: CountedVariant[]) => CountedVariant[]) => void;
}

export function useSending({ storedAs, account, latest, change }: Options) {
  const sent = useSent(storedAs);
  const announce = useAnnounce();

  /** Takes what was received from the rows, unless another tab has done it. */
  function finish(receipt: SentReceipt): Result {
    if (sent.take(receipt.key)) change((all) => withoutReceived(all, receipt));
    const done = inWords(receipt);
    announce(done);
    return { done, note: receipt.note };
  }

  /** Null if the receipt has not arrived. */
  async function settle(receipt: SentReceipt): Promise<Result | null> {
    const { value, problem, status } = await findReceipt(receipt);
    if (value) return finish({ ...receipt, ...value });
    if (status !== 404) return { problem: `${problem} ${AGAIN}` };
    sent.put({ ...receipt, hasFailed: true });
    return null;
  }

  /** Sends the rows, unless `stop` says why not. What became of an earlier receipt comes first. */
  async function send(note: string, stop: () => string | null): Promise<Result> {
    const earlier = sent.latest();
    const settled = earlier && !earlier.hasFailed ? await settle(earlier) : null;
    if (settled) return settled;
    const key = earlier?.key ?? newKey();
    const receipt = receiptOf(latest.current, {
      ...{ key, sender: account },
      // After a reload the field is empty.
      note: note || (earlier && !earlier.hasFailed ? earlier.note : ''),
    });
    const problem = stop() ?? problemOf(receipt);
    if (problem) return { problem };
    sent.put(receipt);
    const failure = await sendReceipt(receipt);
    if (!failure) return finish(receipt);
    if (!failure.isRefused) return { problem: `${failure.problem} ${AGAIN}` };
    // The earlier receipt may have arrived meanwhile. Then its key was refused.
    const late = earlier ? await settle(receipt) : null;
    if (!late) sent.put({ ...receipt, hasFailed: true });
    return late ?? { problem: failure.problem };
  }

  return {
    unconfirmed: sent.unconfirmed,
    ...useOnce(),
    send,
    /** Finds out what became of the receipt that is not confirmed; null if it has not arrived. */
    async settle(): Promise<Result | null> {
      const receipt = sent.latest();
      return receipt ? settle(receipt) : null;
    },
  };
}

/** The receipt that was sent last, until it is known to be received. */
function useSent(storedAs: string) {
  const { items, latest, put } = useStoredList<SentReceipt>(storedAs);
  return {
    /** The receipt of which it is not known what became of it. */
    unconfirmed: items.find(({ hasFailed }) => !hasFailed) ?? null,
    latest: () => latest()[0] ?? null,
    put: (receipt: SentReceipt) => put(() => [receipt]),
    /** Returns false when another tab has already taken it. */
    take(key: string): boolean {
      const isKnown = latest().some((one) => one.key === key);
      put((all) => all.filter((one) => one.key !== key));
      return isKnown;
    },
  };
}

/** Does one thing at a time. A second press comes before the page is drawn anew. */
function useOnce() {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  return {
    isBusy,
    async once<Value>(work: () => Promise<Value>): Promise<Value | null> {
      if (isRunning.current) return null;
      isRunning.current = true;
      setBusy(true);
      try {
        return await work();
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
  };
}

function problemOf({ variants }: SentReceipt): string | null {
  if (variants.length === 0) return NO_UNITS;
  return variants.length > MAX_RECEIVED ? TOO_MANY : null;
}

function inWords(receipt: SentReceipt): string {
  const of = receipt.note === '' ? '' : `, ${receipt.note}`;
  const variants = counted(receipt.variants.length, 'variant');
  return `Received ${counted(unitsIn(receipt), 'unit')} of ${variants}${of}.`;
}
