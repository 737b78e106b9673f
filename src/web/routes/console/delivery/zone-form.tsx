import { useRef } from 'react';
import { LONGEST_DELIVERY_NAME } from '#shared/field-lengths.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { EditorForm } from '../../../components/console/editor/editor-form.tsx';
import type { RefusedDraft } from '../../../components/console/editor/editor-result.ts';
import { Panel } from '../../../components/console/panel.tsx';
import { PlainInput } from '../../../components/console/plain-input.tsx';
import { Button } from '../../../ui/button.tsx';
import { MethodRow } from './method-row.tsx';
import { PlaceRow } from './place-row.tsx';
import { fitsForm, type ZoneDraft } from './zone-fields.ts';

/**
 * The name, the places and the methods of a zone. Rows are added and removed by the server, which
 * sends back what was typed, so the form works without script. Use what it shows as its key.
 */
export function ZoneForm({
  draft: saved,
  refused,
  version,
}: {
  draft: ZoneDraft;
  refused: RefusedDraft<ZoneDraft> | null;
  /** 0 for a new zone. */
  version: number;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, errors }: Rows = refused ?? { draft: saved, errors: {} };
  const { '': whole, places, methods } = errors;
  return (
    <EditorForm
      form={{ ref: form, id: 'zone', preventScrollReset: true }}
      version={version}
      refused={refused}
      errors={[whole, places, methods].filter((error) => error !== undefined)}
      conflict={refused?.conflict ?? null}
      button={version ? 'Save' : 'Add zone'}
    >
      <Panel title="Name">
        <PlainInput
          name="name"
          label="For staff; customers do not see it"
          value={draft.name}
          error={errors.name}
          required
          maxLength={LONGEST_DELIVERY_NAME}
        />
      </Panel>
      <Places draft={draft} errors={errors} />
      <Methods draft={draft} errors={errors} />
    </EditorForm>
  );
}

interface Rows {
  draft: ZoneDraft;
  errors: Record<string, string>;
}

function Places({ draft, errors }: Rows) {
  return (
    <Panel title="Places">
      <p className="text-sm text-ink-soft">
        An address is in the zone if it is in one of these places. An empty field matches
        everything.
      </p>
      {draft.places.map((place, nr) => (
        <PlaceRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and the form starts anew
          key={nr}
          nr={nr}
          place={place}
          errors={errors}
          isOnly={draft.places.length === 1}
        />
      ))}
      <AddButton what="place" isFull={!fitsForm(draft)} />
    </Panel>
  );
}

function Methods({ draft, errors }: Rows) {
  return (
    <Panel title="Ways of delivery">
      {draft.methods.length === 0 ? (
        <p className="text-sm font-semibold text-danger">
          Without any, the shop does not deliver to these places.
        </p>
      ) : null}
      {draft.methods.map((method, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and the form starts anew
        <MethodRow key={nr} nr={nr} method={method} errors={errors} />
      ))}
      <AddButton what="method" isFull={!fitsForm(draft)} />
    </Panel>
  );
}

function AddButton({ what, isFull }: { what: 'place' | 'method'; isFull: boolean }) {
  if (isFull) {
    return (
      <p className="text-sm text-ink-soft">
        This form is full. Please put further places into another zone.
      </p>
    );
  }
  return (
    <Button
      id={`add-${what}`}
      name="intent"
      value={`add-${what}`}
      formNoValidate
      className={DENSE_BUTTON}
    >
      {what === 'place' ? 'Add a place' : 'Add a way of delivery'}
    </Button>
  );
}
