import { type RefObject, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { newKey } from '../../../components/console/new-key.ts';
import { useScans } from '../../../components/console/use-scans.ts';
import { Button } from '../../../ui/button.tsx';
import { Question } from '../../../ui/question.tsx';
import type { useStockCount } from './use-stock-count.ts';

type StockCount = ReturnType<typeof useStockCount>;

/**
 * The button that applies the counts, and its question. The question compares them with the stock
 * now. What is scanned meanwhile is counted, and the question says so.
 */
export function ApplyCounts({
  count,
  field,
}: {
  count: StockCount;
  /** The field for scans, which gets the focus after the question. */
  field: RefObject<HTMLInputElement | null>;
}) {
  const { step, ask, apply, close } = useQuestion(count);
  const { rows, waiting, applying } = count;
  const ready = rows.length - waiting;
  return (
    <>
      <Button
        type="button"
        look="accent"
        disabled={rows.length === 0}
        pending={applying || step === 'reading'}
        onClick={() => void ask()}
      >
        {ready === 0 ? 'Apply counts' : `Apply ${counted(ready, 'count')}`}
      </Button>
      <Question
        isOpen={step === 'asking'}
        title={`Apply ${counted(ready, 'count')}?`}
        text={textOf(count)}
        finalFocus={field}
        onKeep={close}
      >
        <Button type="button" look="accent" onClick={apply}>
          Yes, apply
        </Button>
      </Question>
    </>
  );
}

/** When the question is open, and the key of the counts that it is about. */
function useQuestion(count: StockCount) {
  const [step, setStep] = useState<'reading' | 'asking' | null>(null);
  useScans(step !== null, count.scan);
  // A question has one key, which its first press takes. A second one comes before the page is drawn
  // anew.
  const key = useRef<string | null>(null);
  const isReading = useRef(false);
  const close = () => {
    key.current = null;
    setStep(null);
  };
  async function ask(): Promise<void> {
    if (count.applying || step !== null || isReading.current) return;
    isReading.current = true;
    setStep('reading');
    try {
      if (await count.readStock()) key.current = newKey();
    } finally {
      isReading.current = false;
      setStep(key.current === null ? null : 'asking');
    }
  }
  function apply(): void {
    const taken = key.current;
    close();
    if (taken) void count.apply(taken);
  }
  return { step, ask, apply, close };
}

function textOf({ summary, unknown, shared, failed, waiting, problem }: StockCount): string {
  const [code] = unknown.codes;
  const unchosen = shared.waiting.reduce((sum, { units }) => sum + units, 0);
  return [
    summary,
    'Compared with the stock now.',
    code
      ? `Nothing was counted for ${counted(unknown.codes.length, 'scanned code')}, the last one ${code}.`
      : '',
    unchosen > 0
      ? `${counted(unchosen, 'scanned unit')} of codes that several variants have ${unchosen === 1 ? 'is' : 'are'} not counted yet.`
      : '',
    failed.waiting.length > 0
      ? `${counted(failed.waiting.length, 'scanned code')} could not be looked up, and ${failed.waiting.length === 1 ? 'is' : 'are'} not counted yet.`
      : '',
    waiting > 0
      ? `${counted(waiting, 'more count')} ${waiting === 1 ? 'stays' : 'stay'} here, because the stock of the variant has changed meanwhile.`
      : '',
    problem,
    'The units on hand become what was counted, less what is to be shipped. It can be undone afterwards.',
  ]
    .filter(Boolean)
    .join(' ');
}
