import { useLocation } from 'react-router';
import { Notice } from '../../../ui/notice.tsx';

const words: Record<string, string> = {
  added: 'The zone is added, as the last one.',
  saved: 'Saved. It applies to new carts and orders at once.',
  removed: 'The zone is removed.',
  times: 'Saved. It applies to the days that new orders promise.',
};

/** Shows the result of a change after a redirect: `?done=added`, `saved`, `removed`, `times`. */
export function DoneNotice() {
  const said = new URLSearchParams(useLocation().search).get('done') ?? '';
  const text = Object.hasOwn(words, said) ? words[said] : null;
  if (!text) return null;
  return (
    <Notice tone="success" className="mb-4">
      {text}
    </Notice>
  );
}
