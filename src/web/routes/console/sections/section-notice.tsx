import { useLocation } from 'react-router';
import { Notice } from '../../../ui/notice.tsx';

/** Shows the result of a change after a redirect: `?done=added`, `saved`, `removed`. */
export function SectionNotice({ thing }: { thing: 'category' | 'collection' }) {
  const said = new URLSearchParams(useLocation().search).get('done');
  const words: Record<string, string> = {
    added: `The ${thing} is added, and its page is in the shop.`,
    saved: 'Saved.',
    removed: `The ${thing} is removed.`,
  };
  const text = words[said ?? ''];
  if (!text) return null;
  return (
    <Notice tone="success" className="mb-4">
      {text}
    </Notice>
  );
}
