import { Notice } from '../../../ui/notice.tsx';
import type { PartsInWords } from './editor-result.ts';

/**
 * Shows the version that somebody else saved meanwhile. The form below still has the typed values.
 */
export function ConflictNotice({ fields }: { fields: PartsInWords }) {
  return (
    <Notice tone="info" className="mb-4">
      <p>This is saved now. Your own changes are below; saving again replaces it by them.</p>
      <dl className="mt-2 text-sm">
        {fields.map(([label, value]) => (
          <div key={label} className="flex gap-2">
            <dt className="font-semibold">{label}:</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{value || 'nothing'}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
