import { createDocument, Editor } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { counted } from '#shared/counted.ts';
import type { ImagePlaces } from './pasted-html.ts';
import { FRAME, TEXT } from './rich-look.ts';
import { Toolbar } from './rich-toolbar.tsx';
import { textToParagraphs } from './text-to-paragraphs.ts';
import { usePastedImages } from './use-pasted-images.ts';

export interface RichEditorProps {
  /** The id of the field; that of its error is made from it. */
  id: string;
  /** Such as 'Details'. */
  label: string;
  /** Where the text's images may be; null if it can have none. */
  images: ImagePlaces | null;
  /** The text as plain text, and as HTML, which is empty for a plain one. */
  text: string;
  html: string;
  error: string | null;
  onChange: (text: string, html: string) => void;
}

/**
 * The formatting that a text may have: the same that `shared/formatted-text.ts` stores.
 */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { rel: 'noopener', target: null },
    },
  }),
  Image,
  TableKit.configure({ table: { resizable: false } }),
];

/** The editor of formatted text. */
export function RichEditor(props: RichEditorProps) {
  const { images, text, html, onChange, id, label, error } = props;
  const host = useRef<HTMLDivElement>(null);
  const value = html || textToParagraphs(text);
  const pasted = usePastedImages(images, value);
  const { leftOut, restart, transform, noteFiles } = pasted;
  const latest = useRef({ onChange, value, editorProps: propsFor(props, pasted) });
  latest.current.onChange = onChange;
  // What the editor was given, and how it writes that itself.
  const given = useRef({ text, html, written: '' });
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  // Before the first paint, so that nothing is seen without its text.
  useLayoutEffect(() => {
    const made = new Editor({
      element: host.current,
      injectCSS: false,
      extensions,
      content: latest.current.value,
      editorProps: latest.current.editorProps,
      onTransaction: redraw,
      onUpdate: () => {
        const written = writtenBy(made);
        const isGiven = written === given.current.written;
        const next = isGiven ? given.current : { text: textOf(made), html: written };
        latest.current.value = next.html || textToParagraphs(next.text);
        latest.current.onChange(next.text, next.html);
      },
    });
    given.current.written = writtenBy(made);
    setEditor(made);
    return () => made.destroy();
  }, []);

  // Shows a text that was changed outside of the editor: discarded, saved, or taken from another
  // version.
  useEffect(() => {
    if (!editor || latest.current.value === value) return;
    latest.current.value = value;
    restart(value);
    const next = createDocument(value, editor.schema);
    if (!next.eq(editor.state.doc)) editor.commands.setContent(value, { emitUpdate: false });
    given.current = { text, html, written: writtenBy(editor) };
  }, [editor, value, text, html, restart]);

  useEffect(() => {
    editor?.setOptions({ editorProps: propsFor({ id, label, error }, { transform, noteFiles }) });
  }, [editor, id, label, error, transform, noteFiles]);

  return (
    <div className={FRAME}>
      {editor ? <Toolbar editor={editor} label={label} hasImages={images !== null} /> : null}
      <div ref={host} />
      <LeftOut count={leftOut} hasImages={images !== null} />
    </div>
  );
}

/** Says how many images of the last paste were left out. */
function LeftOut({ count, hasImages }: { count: number; hasImages: boolean }) {
  if (count === 0) return null;
  const [verb, what] = count === 1 ? ['was', 'it'] : ['were', 'them'];
  return (
    <p role="alert" className="border-t border-line px-3 py-2 text-sm font-medium">
      {counted(count, 'image')} {verb} left out.{' '}
      {hasImages ? `Please upload ${what}.` : 'This text can have no images.'}
    </p>
  );
}

function textOf(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getText({ blockSeparator: '\n' });
}

/**
 * The text as HTML. Below a list, a heading or an image the editor adds an empty paragraph for typing
 * on, which is no change.
 */
function writtenBy(editor: Editor): string {
  return editor.isEmpty ? '' : editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
}

function propsFor(
  field: Pick<RichEditorProps, 'id' | 'label' | 'error'>,
  { transform, noteFiles }: Pick<ReturnType<typeof usePastedImages>, 'transform' | 'noteFiles'>,
) {
  return {
    attributes: attributesFor(field),
    transformPastedHTML: transform,
    handlePaste: (_: unknown, { clipboardData }: ClipboardEvent) =>
      clipboardData !== null && noteFiles(clipboardData),
  };
}

function attributesFor({
  id,
  label,
  error,
}: Pick<RichEditorProps, 'id' | 'label' | 'error'>): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    class: `${TEXT} overflow-auto outline-offset-[-2px]`,
    ...(error ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` } : {}),
  };
}
