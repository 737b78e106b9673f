import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { isChanged } from '../../ui/is-changed.ts';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { useLeaveQuestion } from '../../ui/use-unsaved-guard.ts';
import { TEXTS } from './typed-texts.ts';

/**
 * Asks before a page with several small forms is left while one of them has typed text. Such forms
 * start anew when they are saved, so a text that differs from its first one is unsaved. `within`
 * selects the forms.
 */
export function TypedGuard({ within = 'main form[method=post]' }: { within?: string }) {
  const [unsaved, setUnsaved] = useState(false);
  const { state } = useNavigation();
  const blocker = useLeaveQuestion(unsaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each submission
  useEffect(() => {
    const look = () =>
      setUnsaved([...document.querySelectorAll(`${within} ${TEXTS}`)].some(isChanged));
    look();
    document.addEventListener('input', look);
    return () => document.removeEventListener('input', look);
  }, [state, within]);
  return <LeaveDialog blocker={blocker} />;
}
