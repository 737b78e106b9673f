import { useLocation } from 'react-router';
import { Notice } from '../../ui/notice.tsx';

/** Shows the result of a change after a redirect to `?done=…`, in these words. */
export function DoneNotice({ words }: { words: Record<string, string> }) {
  const done = new URLSearchParams(useLocation().search).get('done') ?? '';
  const text = Object.hasOwn(words, done) ? words[done] : null;
  if (!text) return null;
  return (
    <Notice tone="success" className="mb-4">
      {text}
    </Notice>
  );
}
