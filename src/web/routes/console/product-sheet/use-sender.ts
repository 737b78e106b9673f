import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { useLeaveQuestion } from '../../../ui/use-unsaved-guard.ts';
import type { FromSheet } from '../bulk-edit.tsx';
import { type Preview, previewEdits, startEdits } from './bulk-edit-calls.ts';
import { NOTHING, type validEdits, withWrong } from './valid-edits.ts';

export type Busy = [isBusy: boolean, setBusy: (isBusy: boolean) => void];

/**
 * Requests the preview of the edits, and starts their job. `ready` also says whether what other
 * parts have is stored, so that it may be left.
 */
export function useSender(
  [isBusy, setBusy]: Busy,
  isChanged: boolean,
  ready: () => ReturnType<typeof validEdits> & { areOthersKept: boolean },
) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [areOthersKept, setOthersKept] = useState(true);
  const [jobId, setJobId] = useState<string | null>(null);
  const leftOut = useMemo(
    () => new Set(preview?.problems.map(({ product }) => product)),
    [preview],
  );
  const blocker = useLeaveQuestion(jobId === null ? isChanged : !areOthersKept);
  const start = () => {
    setBusy(true);
    setProblem(null);
  };
  return {
    jobId,
    areOthersKept,
    blocker,
    preview,
    /** The products of the preview that are not changed. */
    leftOut,
    problem,
    isBusy,
    back: () => setPreview(null),
    async ask() {
      start();
      const { edits, wrong, ...now } = ready();
      setOthersKept(now.areOthersKept);
      const result = edits.length > 0 ? await previewEdits(edits) : { value: NOTHING };
      setPreview(result.value ? withWrong(result.value, wrong) : null);
      setProblem(result.problem ?? null);
      setBusy(false);
    },
    async apply() {
      start();
      const { value, problem: refused } = await startEdits(ready().edits);
      if (value) {
        // From here on, leaving the page asks only about other parts that are not stored.
        flushSync(() => setJobId(value._id));
        const state: FromSheet = { sheet: search };
        await navigate(`/admin/bulk-edits/${value._id}`, { state });
      }
      setProblem(refused ?? null);
      setBusy(false);
    },
  };
}
