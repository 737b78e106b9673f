import { Button } from '../../../ui/button.tsx';
import type { QueuedUpload } from './use-upload-queue.ts';

/** A file that is being uploaded, or could not be uploaded. */
export function UploadRow({
  upload: { file, progress, failure },
  onRetry,
  onRemove,
}: {
  upload: QueuedUpload;
  onRetry: () => void;
  onRemove: () => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-3 text-sm">
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      {failure ? (
        <>
          <span role="alert" className="text-danger">
            {failure}
          </span>
          <Button type="button" onClick={onRetry}>
            Try again
          </Button>
        </>
      ) : (
        <progress
          aria-label={`Uploaded of ${file.name}`}
          value={progress}
          max={1}
          className="h-1.5 w-32 overflow-hidden rounded-full accent-accent"
        />
      )}
      <button type="button" className="link min-h-6 font-semibold" onClick={onRemove}>
        {failure ? 'Remove' : 'Cancel'}
        <span className="sr-only"> {file.name}</span>
      </button>
    </li>
  );
}
