import { useState } from 'react';
import type { ScannedVariant } from '../../../components/console/counting/look-up.ts';
import {
  useCounting,
  useStoredRows,
  useTurns,
  withUnits,
} from '../../../components/console/counting/use-counting.ts';
import { type Result, useSending } from './use-sending.ts';

const CHOOSE =
  'Some scanned codes belong to several variants. Please choose first which ones came, or leave them out.';
const LOOK_UP = 'Some scanned codes could not be looked up. Please try again, or leave them out.';
const NOT_ARRIVED =
  'The receipt has not arrived, so nothing of it is in the stock. Press Receive to send what is here.';

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
  const { unknown, shared, failed, sharedOfFiles } = counting;
  const sending = useSending({ storedAs: `${storedAs}-sent`, account, latest, change });

  /** Runs work in turn, and forgets what was said before. */
  function begin<Value>(work: () => Promise<Value>): Promise<Value> {
    setProblem(null);
    setDone(null);
    return inTurn(work);
  }

  /** Says what came of a press. Returns the note of what was received. */
  function say(result: Result): string | null {
    setProblem(result.problem ?? null);
    setDone(result.done ?? null);
    return result.done === undefined ? null : result.note;
  }

  /** Why the rows can't be sent yet. It has what earlier scans of this turn came to. */
  const stop = () =>
    (shared.latest().length > 0 ? CHOOSE : null) ?? (failed.latest().length > 0 ? LOOK_UP : null);

  return {
    ...{ rows, problem, done, unknown, shared, failed, sharedOfFiles },
    ...{ isSending: sending.isBusy, unconfirmed: sending.unconfirmed },
    refuse: setProblem,
    scan: (code: string) => void begin(() => counting.count(code)),
    retry: (code: string) => void begin(() => counting.retry(code)),
    /** Adds one of the scanned units of a code to this variant. */
    chooseShared(code: string, variant: ScannedVariant): void {
      shared.take(code);
      void begin(async () => counting.add(variant, null));
    },
    /** Adds the units of a pasted list. Returns what of it was not added. */
    addList: (text: string) =>
      begin(() => counting.countText(text, { name: 'list', addsUp: true })),
    setUnits: (id: string, units: number) => change((all) => withUnits(all, id, units)),
    remove: (id: string) => change((all) => all.filter(({ _id }) => _id !== id)),
    /** Returns the note of what was received; null if nothing was. */
    receive: (note: string): Promise<string | null> =>
      sending.once(() => begin(async () => say(await sending.send(note, stop)))),
    /** Finds out what became of the receipt that is not confirmed. */
    settle: (): Promise<string | null> =>
      sending.once(() =>
        begin(async () => say((await sending.settle()) ?? { problem: NOT_ARRIVED })),
      ),
  };
}
