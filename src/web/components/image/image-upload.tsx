import ImageIcon from 'lucide-react/icons/image';
import { useEffect, useRef } from 'react';
import { IMAGE_TYPES, MOST_OF_IMAGE } from '#features/images/images.schema.ts';
import { thumbOf } from '#shared/renditions.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { controlProps, type FieldProps, Labelled } from '../../ui/field.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { type ImageState, useImageUpload } from './use-image-upload.ts';

/**
 * A field for an image. With script a file is uploaded as soon as it is chosen, and the form sends
 * its address. Without script the form, which must be multipart, sends the file itself.
 */
export function ImageUpload({
  field,
  label,
  required = false,
  round = false,
  current = null,
  onUploading,
}: Omit<FieldProps, 'hint'> & {
  required?: boolean;
  /** Shows the preview as an avatar instead of as a product's image. */
  round?: boolean;
  /** The current image, shown until another one is chosen. */
  current?: string | null;
  /** Called when an upload starts and when it has ended. */
  onUploading: (uploading: boolean) => void;
}) {
  const hydrated = useHydrated();
  const { input, state, start, remove } = useChosenFile(field.initialValue, onUploading);
  const url = state.status === 'done' ? state.url : null;
  const failure = state.status === 'failed' ? state.message : null;
  const shown = { ...field, error: failure ?? (url ? null : field.error) };
  const about = { field: shown, label, hint: `${IMAGE_TYPES}, ${MOST_OF_IMAGE} at most.` };
  const { name, defaultValue: _, className, ...described } = controlProps(about);
  const statusId = `${field.id}-status`;
  return (
    <Labelled {...about}>
      <div className="flex gap-4">
        <Preview url={url ?? current} round={round} />
        <div className="min-w-0 flex-1">
          {url ? <input type="hidden" name={name} value={url} /> : null}
          <input
            {...described}
            ref={input}
            type="file"
            // With script the form sends the address instead.
            name={hydrated && url ? undefined : name}
            accept="image/*"
            required={required && !url}
            aria-describedby={`${described['aria-describedby']} ${statusId}`}
            onChange={start}
            className={classNames(
              className,
              'py-1.5 pl-1.5 text-sm file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control',
              'file:border-0 file:bg-tint file:px-3 file:font-semibold file:text-ink',
            )}
          />
          <Progress
            statusId={statusId}
            state={state}
            roomy={!required}
            onRetry={start}
            onRemove={required || !(url || failure) ? null : remove}
          />
        </div>
      </div>
    </Labelled>
  );
}

/** Uploads the file that is chosen in `input`. */
function useChosenFile(earlier: string | undefined, onUploading: (uploading: boolean) => void) {
  const { state, upload, clear } = useImageUpload(earlier);
  const input = useRef<HTMLInputElement>(null);
  const failure = state.status === 'failed' ? state.message : null;
  const uploading = state.status === 'uploading';

  useEffect(() => onUploading(uploading), [onUploading, uploading]);
  // Prevents sending the form with an image that was not uploaded.
  useEffect(() => input.current?.setCustomValidity(failure ?? ''), [failure]);
  useEffect(() => {
    const form = input.current?.form;
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, [clear]);
  // A file may have been chosen before the script was loaded.
  useEffect(() => {
    const file = input.current?.files?.[0];
    if (file) upload(file);
  }, [upload]);

  return {
    input,
    state,
    start() {
      const file = input.current?.files?.[0];
      if (file) upload(file);
      else clear();
    },
    remove() {
      if (input.current) input.current.value = '';
      clear();
      input.current?.focus();
    },
  };
}

/** The progress of the upload, with its buttons. */
function Progress({
  statusId,
  state,
  roomy,
  onRetry,
  onRemove,
}: {
  statusId: string;
  state: ImageState;
  /** Reserves space for another button. */
  roomy: boolean;
  onRetry: () => void;
  /** Null when there is nothing to remove. */
  onRemove: (() => void) | null;
}) {
  const failed = state.status === 'failed';
  return (
    <div
      className={classNames(
        'mt-1.5 flex flex-wrap content-start items-center gap-x-3 gap-y-1.5 text-sm',
        // Reserves the space, so that nothing below moves when something appears here.
        roomy ? 'min-h-18' : 'min-h-11',
      )}
    >
      <div id={statusId} role="status" className={failed ? 'sr-only' : undefined}>
        <Status state={state} />
      </div>
      {state.status === 'uploading' ? (
        <progress
          aria-label="Uploaded"
          value={state.progress}
          max={1}
          className="h-1.5 min-w-16 flex-1 overflow-hidden rounded-full accent-accent"
        />
      ) : null}
      {failed ? (
        <Button type="button" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
      {onRemove ? (
        <button type="button" className="link min-h-6 font-semibold" onClick={onRemove}>
          Remove
        </button>
      ) : null}
    </div>
  );
}

function Status({ state }: { state: ImageState }) {
  if (state.status === 'uploading') return 'Uploading image...';
  // The field's error shows this text; here it is only read out.
  if (state.status === 'failed') return state.message;
  if (state.status === 'none') return null;
  return (
    <>
      Image uploaded successfully:{' '}
      <a
        href={state.url}
        target="_blank"
        rel="noreferrer"
        className="link font-semibold whitespace-nowrap"
      >
        View Image
      </a>
    </>
  );
}

/**
 * The image, or an icon where there is none. Its space is reserved, so nothing moves when it
 * appears.
 */
function Preview({ url, round }: { url: string | null; round: boolean }) {
  return (
    <span
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden bg-tint text-ink-soft',
        round ? 'size-20 rounded-full' : 'h-25 w-20 rounded-card',
      )}
    >
      {url ? (
        <img
          src={thumbOf(url)}
          alt=""
          width={80}
          height={round ? 80 : 100}
          className="size-full object-cover"
        />
      ) : (
        <ImageIcon aria-hidden="true" className="size-7" strokeWidth={1} />
      )}
    </span>
  );
}
