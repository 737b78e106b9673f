import type { EditorNotices } from '../../../components/console/editor/editor-kinds.ts';
import type { Notices } from '../../../notices.ts';

/** The notices of the page of taxes. */
export const taxNotices = {
  'record-added': {
    tone: 'success',
    text: 'The rate is added. It applies to new carts and orders at once.',
  },
  'record-saved': { tone: 'success', text: 'Saved. It applies to new carts and orders at once.' },
  'record-removed': {
    tone: 'success',
    text: 'The rate is removed. Orders keep the taxes that they have.',
  },
} satisfies Notices & EditorNotices;
