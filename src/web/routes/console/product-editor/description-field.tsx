import type { Dispatch } from 'react';
import type { Fields } from './draft.ts';
import type { EditorAction } from './editor-state.ts';
import { type FieldsProps, PlainArea } from './plain-field.tsx';
import { useRichEditor } from './use-rich-editor.ts';

/**
 * The details. The editor of formatted text is loaded after the page. Before that, without script,
 * or if it does not load, the text is changed without formatting.
 */
export function DescriptionField({
  dispatch,
  ...props
}: FieldsProps & { dispatch: Dispatch<EditorAction> }) {
  const Rich = useRichEditor();
  const { descriptions, descriptionHtml } = props.fields;
  const error = props.errors.descriptions ?? null;
  if (!Rich) {
    return (
      <PlainArea
        {...props}
        name="descriptions"
        rows={6}
        maxLength={30_000}
        hint={descriptionHtml === '' ? null : 'A change here removes the formatting.'}
      />
    );
  }
  return (
    <div>
      <span className="field-label">Details</span>
      <Rich
        label="Details"
        hasImages
        text={descriptions}
        html={descriptionHtml}
        error={error}
        onChange={(text, html) => dispatch({ type: 'description', text, html })}
      />
      {/* For a form that is sent before the script is done. */}
      <Kept {...props.fields} />
      {error ? (
        <p id="description-error" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function Kept({ descriptions }: Fields) {
  return <input type="hidden" name="descriptions" value={descriptions} />;
}
