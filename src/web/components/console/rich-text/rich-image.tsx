import type { Editor } from '@tiptap/core';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useEffect, useRef } from 'react';
import { LONGEST_ALT_IN_TEXT } from '#shared/field-lengths.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useImageUpload } from '../../image/use-image-upload.ts';

/**
 * Uploads an image and inserts it into the text, with its size, so that nothing moves when it
 * loads.
 */
export function ImageButton({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null);
  const { state, upload, clear } = useImageUpload(undefined);
  useEffect(() => {
    if (state.status !== 'done') return;
    const { url } = state;
    clear();
    void sizeOf(url).then((size) => {
      if (!editor.isDestroyed)
        editor
          .chain()
          .focus()
          .setImage({ src: url, alt: '', ...size })
          .run();
    });
  }, [state, clear, editor]);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Choose an image for the details"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) upload(file);
          target.value = '';
        }}
      />
      <IconButton
        small
        label="Image in the details"
        disabled={state.status === 'uploading'}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden="true" className="size-4" />
      </IconButton>
      {state.status === 'uploading' ? (
        <progress
          aria-label="Uploaded for the details"
          value={state.progress}
          max={1}
          className="h-1.5 w-24"
        />
      ) : null}
      {state.status === 'failed' ? (
        <p role="alert" className="text-sm text-danger">
          {state.message}
        </p>
      ) : null}
    </>
  );
}

/** What the selected image shows. */
export function ImageText({ editor }: { editor: Editor }) {
  return (
    <input
      aria-label="Description of the image in the details"
      placeholder="What the image shows"
      autoComplete="off"
      maxLength={LONGEST_ALT_IN_TEXT}
      value={String(editor.getAttributes('image').alt ?? '')}
      onChange={({ target }) => editor.commands.updateAttributes('image', { alt: target.value })}
      onKeyDown={(event) => {
        // Without this, Enter would save the product.
        if (event.key === 'Enter') event.preventDefault();
      }}
      className="control mt-1 min-h-9 px-2 py-1 text-sm"
    />
  );
}

/** The size of an image in pixels; empty for an image that does not load. */
async function sizeOf(url: string): Promise<{ width?: number; height?: number }> {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => {});
  const { naturalWidth: width, naturalHeight: height } = image;
  return width > 0 ? { width, height } : {};
}
