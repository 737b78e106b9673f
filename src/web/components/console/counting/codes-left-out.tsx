import type { ReactNode, RefObject } from 'react';
import { counted } from '#shared/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DENSE_BUTTON } from '../dense.ts';
import type { ScannedVariant } from './look-up.ts';
import type { useCounting } from './use-counting.ts';

type Counting = ReturnType<typeof useCounting>;

interface Codes {
  codes: string[];
  clear: () => void;
}

/** What the page does with units. */
type Done = 'counted' | 'received';

/** The scanned codes that no variant has. */
export function UnknownCodes({ codes, clear, done = 'counted' }: Codes & { done?: Done }) {
  const which = codes.length === 1 ? 'this code' : `these ${codes.length} codes`;
  return (
    <CodesLeftOut codes={codes} clear={clear}>
      No variant has {which}, so nothing was {done} for {codes.length === 1 ? 'it' : 'them'}:
    </CodesLeftOut>
  );
}

/** The codes of files, or of pasted lists, that several variants have. */
export function SharedCodesOfFiles({
  codes,
  clear,
  of = 'file',
}: Codes & { of?: 'file' | 'list' }) {
  const which =
    codes.length === 1 ? `this code of a ${of}` : `these ${codes.length} codes of ${of}s`;
  return (
    <CodesLeftOut codes={codes} clear={clear}>
      Several variants have {which}, so nothing was added for {codes.length === 1 ? 'it' : 'them'}.
      Please name the SKUs in the {of} instead, or scan:
    </CodesLeftOut>
  );
}

function CodesLeftOut({ codes, clear, children }: Codes & { children: ReactNode }) {
  if (codes.length === 0) return null;
  return (
    <Notice tone="danger" className="mt-3">
      <p>{children}</p>
      <p className="mt-1 font-semibold wrap-anywhere">{codes.join(', ')}</p>
      <Button type="button" className={`mt-2 ${DENSE_BUTTON}`} onClick={clear}>
        Clear this list
      </Button>
    </Notice>
  );
}

/** Asks which variant was scanned, one unit at a time. Scans go on meanwhile. */
export function SharedCodes({
  count: { shared, chooseShared },
  field,
  done = 'counted',
}: {
  count: Pick<Counting, 'shared'> & {
    chooseShared: (code: string, variant: ScannedVariant) => void;
  };
  done?: Done;
  /** The field for scans, which gets the focus of the button that is gone. */
  field: RefObject<HTMLInputElement | null>;
}) {
  return shared.waiting.map(({ code, units, variants }) => (
    <Notice key={code} tone="info" className="mt-3">
      <p className="wrap-anywhere">
        Several variants have the code <b>{code}</b>. {counted(units, 'unit')}{' '}
        {units === 1 ? 'is' : 'are'} not {done} yet. Which one was scanned?
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {variants.map((variant) => (
          <Button
            key={variant._id}
            type="button"
            className={DENSE_BUTTON}
            onClick={() => {
              chooseShared(code, variant);
              field.current?.focus();
            }}
          >
            {[variant.name, variant.variantName, variant.sku].filter(Boolean).join(' · ')}
          </Button>
        ))}
        <Button
          type="button"
          className={DENSE_BUTTON}
          onClick={() => {
            shared.leaveOut(code);
            field.current?.focus();
          }}
        >
          Leave out
        </Button>
      </div>
    </Notice>
  ));
}

/** The scanned codes whose look-up failed, until it is tried again. */
export function FailedCodes({
  count: { failed, retry },
  field,
  done = 'counted',
}: {
  count: Pick<Counting, 'failed'> & { retry: (code: string) => void };
  done?: Done;
  /** The field for scans, which gets the focus of the button that is gone. */
  field: RefObject<HTMLInputElement | null>;
}) {
  if (failed.waiting.length === 0) return null;
  const codes = failed.waiting.map(({ code }) => code);
  const does = (what: (code: string) => void) => () => {
    for (const code of codes) what(code);
    field.current?.focus();
  };
  return (
    <Notice tone="danger" className="mt-3">
      <p>The shop could not look these codes up, so nothing was {done} for them yet:</p>
      <p className="mt-1 font-semibold wrap-anywhere">
        {failed.waiting.map(({ code, units }) => `${code} (${counted(units, 'unit')})`).join(', ')}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="button" className={DENSE_BUTTON} onClick={does(retry)}>
          Try again
        </Button>
        <Button type="button" className={DENSE_BUTTON} onClick={does(failed.leaveOut)}>
          Leave them out
        </Button>
      </div>
    </Notice>
  );
}
