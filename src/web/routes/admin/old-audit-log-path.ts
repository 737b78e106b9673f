import { redirect } from 'react-router';

/** Earlier releases had the audit log at this path, so bookmarks still name it. */
export function loader() {
  return redirect('/admin/audit-log', 301);
}
