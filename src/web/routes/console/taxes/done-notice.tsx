import { useLocation } from 'react-router';
import { Notice } from '../../../ui/notice.tsx';

const words: Record<string, string> = {
  added: 'The rate is added. It applies to new carts and orders at once.',
  saved: 'Saved. It applies to new carts and orders at once.',
  removed: 'The rate is removed. Orders keep the taxes that they have.',
  included: 'Saved. It applies to new carts and orders at once.',
};

/** Shows the result of a change after a redirect: `?done=added`, `saved`, `removed`, `included`. */
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
