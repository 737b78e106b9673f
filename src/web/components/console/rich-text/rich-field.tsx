import type { ReactNode } from 'react';
import { Needed } from '../needed.tsx';
import type { RichEditorProps } from './rich-editor.tsx';
import { RichPlaceholder } from './rich-placeholder.tsx';
import { useRichEditor } from './use-rich-editor.ts';

/**
 * A formatted text with its label and error. Its editor is loaded after the page; before that, its
 * place has the same look. Without script, or if it does not load, `plain` is shown, and the text is
 * changed without formatting.
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
  const { Rich, hasFailed } = useRichEditor();
  if (hasFailed) return plain;
  if (!Rich) {
    return (
      <>
        <div className="hidden scriptless:block">{plain}</div>
        <RichPlaceholder {...props} />
      </>
    );
  }
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
