import { type Notices, useNotice } from '../../notices.ts';
import { Notice } from '../../ui/notice.tsx';

/** Shows the notice of a redirect to this page, if it is one of these. */
export function RedirectNotice({ notices }: { notices: Notices }) {
  const notice = useNotice(notices);
  if (!notice) return null;
  return (
    <Notice tone={notice.tone} className="mb-4">
      {notice.text}
    </Notice>
  );
}
