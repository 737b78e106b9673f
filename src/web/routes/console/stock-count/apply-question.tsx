import { type RefObject, useState } from 'react';
import { counted } from '#shared/counted.ts';
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
  const [step, setStep] = useState<'reading' | 'asking' | null>(null);
  const { rows, applying } = count;
  useScans(step !== null, count.scan);
  const close = () => setStep(null);
  async function ask(): Promise<void> {
    if (applying || step !== null) return;
    setStep('reading');
    setStep((await count.readStock()) ? 'asking' : null);
  }
  return (
    <>
      <Button
        type="button"
        look="accent"
        disabled={rows.length === 0}
        pending={applying || step === 'reading'}
        onClick={() => void ask()}
      >
        {rows.length === 0 ? 'Apply counts' : `Apply ${counted(rows.length, 'count')}`}
      </Button>
      <Question
        isOpen={step === 'asking'}
        title={`Apply ${counted(rows.length, 'count')}?`}
        text={textOf(count)}
        finalFocus={field}
        onKeep={close}
      >
        <Button
          type="button"
          look="accent"
          onClick={() => {
            close();
            void count.apply();
          }}
        >
          Yes, apply
        </Button>
      </Question>
    </>
  );
}

function textOf({ summary, unknown, problem }: StockCount): string {
  const [code] = unknown.codes;
  return [
    summary,
    'Compared with the stock now.',
    code
      ? `Nothing was counted for ${counted(unknown.codes.length, 'scanned code')}, the last one ${code}.`
      : '',
    problem,
    'The units on hand become what was counted, less what is to be shipped. There is no undo; the history of each variant has the change.',
  ]
    .filter(Boolean)
    .join(' ');
}
