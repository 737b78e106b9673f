import type { ComponentProps, ReactNode } from 'react';
import { Needed } from '../needed.tsx';
import { PlainFrame } from './plain-frame.tsx';
import type { RichEditorProps } from './rich-editor.tsx';
import { PLAIN_TEXT } from './rich-look.ts';
import { useRichEditor } from './use-rich-editor.ts';

/**
 * A formatted text with its label and error. Its editor is loaded after the page. Before that,
 * without script, or if it does not load, the text is changed without formatting, in a text area
 * that looks like the editor.
 */
export function RichField({
  area,
  children,
  isNeeded = false,
  ...props
}: RichEditorProps & {
  /** The text area, with these attributes. */
  area: (attributes: ComponentProps<'textarea'>) => ReactNode;
  isNeeded?: boolean;
  /** The fields that the form sends for the editor. */
  children: ReactNode;
}) {
  const { Rich, hasFailed } = useRichEditor();
  const { id, error, html } = props;
  const hint = html && !Rich ? `${id}-hint` : null;
  const described = [error ? `${id}-error` : null, hint].filter(Boolean).join(' ');
  const label = isNeeded ? <Needed label={props.label} /> : props.label;
  return (
    <div className="group">
      {Rich ? (
        <>
          <span className="field-label">{label}</span>
          <Rich {...props} />
          {children}
        </>
      ) : (
        <>
          <label htmlFor={id} className="field-label">
            {label}
          </label>
          <PlainFrame hasImages={props.images !== null} isLoading={!hasFailed}>
            {area({
              id,
              className: PLAIN_TEXT,
              'aria-invalid': error ? true : undefined,
              'aria-describedby': described || undefined,
              'aria-required': isNeeded || undefined,
            })}
          </PlainFrame>
        </>
      )}
      {hint ? (
        // While the editor loads, it is shown only to whom it concerns: the page does not move.
        <p
          id={hint}
          className={`mt-1.5 text-sm text-ink-soft ${hasFailed ? '' : 'hidden group-focus-within:block scriptless:block'}`}
        >
          A change here removes the formatting.
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
