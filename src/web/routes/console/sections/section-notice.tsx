import { DoneNotice } from '../../../components/console/done-notice.tsx';

/** Shows the result of a change after a redirect. */
export function SectionNotice({ thing }: { thing: 'category' | 'collection' }) {
  const words = {
    added: `The ${thing} is added, and its page is in the shop.`,
    saved: 'Saved.',
    removed: `The ${thing} is removed.`,
  };
  return <DoneNotice words={words} />;
}
