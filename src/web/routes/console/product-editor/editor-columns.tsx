import { useCallback } from 'react';
import { productLimits } from '#shared/product-limits.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { DescriptionField } from './description-field.tsx';
import type { FieldName } from './draft.ts';
import { ImagesPanel, type OnImages, type Uploads } from './images-panel.tsx';
import { PlainText } from './plain-field.tsx';
import { RelatedPanel } from './related-panel.tsx';
import { SideFields } from './side-fields.tsx';
import type { EditorData, useEditor } from './use-editor.ts';
import { VariantsPanel } from './variants-panel.tsx';

const NAME = { maxLength: productLimits.name, required: true };

type Editor = ReturnType<typeof useEditor>;

/** The fields of the editor: product and variants in the wide column, the rest beside it. */
export function EditorColumns({
  editor: { state, dispatch, fieldErrors, cellErrors },
  loaded,
  onUploads,
}: {
  editor: Editor;
  loaded: EditorData;
  onUploads: (uploads: Uploads) => void;
}) {
  const { draft } = state;
  const onField = useCallback(
    (name: FieldName, value: string) => dispatch({ type: 'field', name, value }),
    [dispatch],
  );
  const onImages = useCallback<OnImages>(
    (images, sheet) => dispatch({ type: 'images', images, ...(sheet && { sheet }) }),
    [dispatch],
  );
  const plain = { fields: draft.fields, errors: fieldErrors, onField };
  const onRelated = (related: string[]) => dispatch({ type: 'related', related });
  const steps = stepsOf(state, dispatch);
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0 space-y-4">
        <Panel title="Product">
          <NeededHint />
          <PlainText {...plain} name="name" input={NAME} />
          <DescriptionField {...plain} places={loaded.imagePlaces} dispatch={dispatch} />
        </Panel>
        <ImagesPanel
          images={draft.images}
          sheet={draft.sheet}
          productName={draft.fields.name}
          steps={steps}
          onChange={onImages}
          onUploads={onUploads}
        />
        <VariantsPanel
          sheet={draft.sheet}
          saved={state.base.sheet}
          earliest={state.past[0]?.sheet ?? draft.sheet}
          images={draft.images}
          plain={plain}
          skuPattern={loaded.skuPattern}
          errors={cellErrors}
          onSheet={(sheet, images) => dispatch({ type: 'sheet', sheet, images })}
          {...steps}
        />
        <RelatedPanel loaded={loaded} related={draft.related} onChange={onRelated} />
      </div>
      <div className="min-w-0 space-y-4">
        <SideFields
          {...plain}
          timeZone={loaded.timeZone}
          formerSlugs={loaded.product?.formerSlugs ?? []}
        />
      </div>
    </div>
  );
}

/** Undo and redo of the grid, where there is something to undo or redo. */
function stepsOf(
  { past, future }: Editor['state'],
  dispatch: Editor['dispatch'],
): Record<'onUndo' | 'onRedo', (() => void) | null> {
  return {
    onUndo: past.length > 0 ? () => dispatch({ type: 'undo' }) : null,
    onRedo: future.length > 0 ? () => dispatch({ type: 'redo' }) : null,
  };
}

function NeededHint() {
  return (
    <p className="text-sm text-ink-soft">
      What has a <span className="text-danger">*</span> is needed. An active or scheduled product
      needs details, a price and a category too.
    </p>
  );
}
