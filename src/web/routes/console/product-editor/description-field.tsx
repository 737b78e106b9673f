import type { Dispatch } from 'react';
import { productLimits } from '#shared/product-limits.ts';
import type { ImagePlaces } from '../../../components/console/rich-text/pasted-html.ts';
import { RichField } from '../../../components/console/rich-text/rich-field.tsx';
import { isNeeded } from './cell-values.ts';
import type { EditorAction } from './editor-state.ts';
import type { FieldsProps } from './plain-field.tsx';

/** The details, formatted once their editor is loaded. */
export function DescriptionField({
  dispatch,
  fields,
  errors,
  onField,
  places,
}: FieldsProps & { dispatch: Dispatch<EditorAction>; places: ImagePlaces }) {
  const { descriptions, descriptionHtml } = fields;
  return (
    <RichField
      id="product-descriptions"
      label="Details"
      images={places}
      isNeeded={isNeeded('descriptions', fields)}
      text={descriptions}
      html={descriptionHtml}
      error={errors.descriptions ?? null}
      onChange={(text, html) => dispatch({ type: 'description', text, html })}
      area={(attributes) => (
        <textarea
          {...attributes}
          name="descriptions"
          value={descriptions}
          maxLength={productLimits.descriptions}
          onChange={({ target }) => onField('descriptions', target.value)}
        />
      )}
    >
      {/* For a form that is sent before the script is done. */}
      <input type="hidden" name="descriptions" value={descriptions} />
    </RichField>
  );
}
