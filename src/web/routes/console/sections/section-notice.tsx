import { DoneNotice } from '../../../components/console/done-notice.tsx';
import type { SectionPages } from './section-pages.ts';

/** Shows the result of a change after a redirect. */
export function SectionNotice({ thing }: { thing: SectionPages['thing'] }) {
  const words = {
    added:
      thing === 'page'
        ? 'The page is in the shop.'
        : `The ${thing} is added, and its page is in the shop.`,
    saved: 'Saved.',
    removed: `The ${thing} is removed.`,
  };
  return <DoneNotice words={words} />;
}
