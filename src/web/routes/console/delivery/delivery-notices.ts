import type { EditorNotices } from '../../../components/console/editor/editor-kinds.ts';
import type { Notices } from '../../../notices.ts';

/** The notices of the pages of delivery. */
export const deliveryNotices = {
  'record-added': { tone: 'success', text: 'The zone is added, as the last one.' },
  'record-saved': { tone: 'success', text: 'Saved. It applies to new carts and orders at once.' },
  'record-removed': { tone: 'success', text: 'The zone is removed.' },
  'times-saved': {
    tone: 'success',
    text: 'Saved. It applies to the days that new orders promise.',
  },
} satisfies Notices & EditorNotices;
