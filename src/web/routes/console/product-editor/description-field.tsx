import type { Dispatch } from 'react';
import { RichField } from '../../../components/console/rich-text/rich-field.tsx';
import { isNeeded } from './cell-values.ts';
import type { EditorAction } from './editor-state.ts';
import { type FieldsProps, PlainArea } from './plain-field.tsx';

/** The details, formatted once their editor is loaded. */
export function DescriptionField({
  dispatch,
  ...props
}: FieldsProps & { dispatch: Dispatch<EditorAction> }) {
  const { descriptions, descriptionHtml } = props.fields;
  return (
    <RichField
      id="product-descriptions"
      label="Details"
      hasImages
      isNeeded={isNeeded('descriptions', props.fields)}
      text={descriptions}
      html={descriptionHtml}
      error={props.errors.descriptions ?? null}
      onChange={(text, html) => dispatch({ type: 'description', text, html })}
      plain={
        <PlainArea
          {...props}
          name="descriptions"
          rows={6}
          maxLength={30_000}
          hint={descriptionHtml === '' ? null : 'A change here removes the formatting.'}
        />
      }
    >
      {/* For a form that is sent before the script is done. */}
      <input type="hidden" name="descriptions" value={descriptions} />
    </RichField>
  );
}
