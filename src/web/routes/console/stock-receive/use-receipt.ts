import { useRef, useState } from 'react';
import { MAX_RECEIVED } from '#features/inventory/inventory.schema.ts';
import { counted } from '#shared/counted.ts';
import { useAnnounce } from '../../../ui/announcer.tsx';
import type { CountedVariant } from '../stock-count/counted-variants.ts';
import type { ScannedVariant } from '../stock-count/stock-calls.ts';
import { useCounting, useStoredRows, useTurns, withUnits } from '../stock-count/use-counting.ts';
import {
  forgetReceipt,
  receiptOf,
  type SentReceipt,
  sendReceipt,
  sentReceipt,
  withoutReceived,
} from './sent-receipt.ts';

const CHOOSE =
  'Some scanned codes belong to several variants. Please choose first which ones came, or leave them out.';
const NO_UNITS = 'No variant here has units.';
const TOO_MANY = `A receipt has at most ${counted(MAX_RECEIVED, 'variant')}. Please leave some out, and receive them next.`;
const AGAIN = 'Nothing is received twice, so please press Receive again.';

/**
 * What a supplier delivered. Each scan adds one unit. The browser stores it for each account, because
 * what was sent without a response belongs to the one who sent it.
 */
export function useReceipt(account: string) {
  const storedAs = `stock-receipt-${account}`;
  const { rows, latest, change } = useStoredRows(storedAs);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const inTurn = useTurns();
  const counting = useCounting({ storedAs, latest, change, setProblem });
  const { unknown, shared, sharedOfFiles } = counting;
  const sending = useSending(`${storedAs}-sent`, { latest, change });

  /** Runs work in turn, and forgets what was said before. */
  function begin<Result>(work: () => Promise<Result>): Promise<Result> {
    setProblem(null);
    setDone(null);
    return inTurn(work);
  }

  return {
    ...{ rows, problem, done, unknown, shared, sharedOfFiles, isSending: sending.isBusy },
    scan: (code: string) => void begin(() => counting.count(code)),
    /** Adds one of the scanned units of a code to this variant. */
    chooseShared(code: string, variant: ScannedVariant): void {
      shared.take(code);
      void begin(async () => counting.add(variant, null));
    },
    /** Adds the units of a pasted list. Returns whether it could be read. */
    addList: (text: string) =>
      begin(() => counting.countText(text, { name: 'list', addsUp: true })),
    setUnits: (id: string, units: number) => change((all) => withUnits(all, id, units)),
    remove: (id: string) => change((all) => all.filter(({ _id }) => _id !== id)),
    /** Returns whether everything was received. */
    receive: (note: string): Promise<boolean> =>
      begin(async () => {
        const result = shared.waiting.length > 0 ? { problem: CHOOSE } : await sending.send(note);
        setProblem(result.problem ?? null);
        setDone(result.done ?? null);
        return result.done !== undefined;
      }),
  };
}

type Result = { done: string; problem?: never } | { done?: never; problem: string };

/** Sends the rows as one receipt. One that got no response is sent first, as it was. */
function useSending(
  storedAs: string,
  {
    latest,
    change,
  }: {
    latest: { current: CountedVariant[] };
    change: (to: (rows: CountedVariant[]) => CountedVariant[]) => void;
  },
) {
  const [isBusy, setBusy] = useState(false);
  const isSending = useRef(false);
  const announce = useAnnounce();

  async function send(note: string): Promise<Result> {
    const sent = sentReceipt(storedAs) ?? receiptOf(latest.current, note);
    const count = sent.variants.length;
    if (count === 0) return { problem: NO_UNITS };
    if (count > MAX_RECEIVED) return { problem: TOO_MANY };
    const { problem, status } = await sendReceipt(storedAs, sent);
    if (problem !== undefined) {
      const isKnown = status !== undefined && status < 500;
      return { problem: isKnown ? problem : `${problem} ${AGAIN}` };
    }
    // Another tab may have sent it too, and has taken it from the rows then.
    if (forgetReceipt(storedAs, sent)) change((all) => withoutReceived(all, sent));
    const words = inWords(sent);
    announce(words);
    return { done: words };
  }

  return {
    isBusy,
    async send(note: string): Promise<Result> {
      // A second press comes before the page is drawn anew.
      if (isSending.current) return { problem: AGAIN };
      isSending.current = true;
      setBusy(true);
      try {
        return await send(note);
      } finally {
        isSending.current = false;
        setBusy(false);
      }
    },
  };
}

function inWords({ variants, note }: SentReceipt): string {
  const units = variants.reduce((sum, one) => sum + one.units, 0);
  const of = note === '' ? '' : `, ${note}`;
  return `Received ${counted(units, 'unit')} of ${counted(variants.length, 'variant')}${of}.`;
}
