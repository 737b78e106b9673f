import type { ReactNode } from 'react';
import { Needed } from '../needed.tsx';
import type { RichEditorProps } from './rich-editor.tsx';
import { useRichEditor } from './use-rich-editor.ts';

/**
 * A formatted text with its label and error. Its editor is loaded after the page. Before that,
 * without script, or if it does not load, `plain` is shown, and the text is changed without
 * formatting.
 */
export function RichField({
  plain,
  children,
  isNeeded = false,
  ...props
}: RichEditorProps & {
  plain: ReactNode;
  isNeeded?: boolean;
  /** The fields that the form sends for it. */
  children: ReactNode;
}) {
  const Rich = useRichEditor();
  if (!Rich) return plain;
  return (
    <div>
      <span className="field-label">{isNeeded ? <Needed label={props.label} /> : props.label}</span>
      <Rich {...props} />
      {children}
      {props.error ? (
        <p id={`${props.id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {props.error}
        </p>
      ) : null}
    </div>
  );
}
