import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { LeaveDialog } from '../../../ui/leave-dialog.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.ts';
import { Section } from '../product-editor/section.tsx';
import { MethodRow } from './method-row.tsx';
import { PlaceRow } from './place-row.tsx';
import { PlainInput } from './plain-input.tsx';
import { fitsForm, type ZoneDraft } from './zone-fields.ts';

interface ZoneFormProps {
  draft: ZoneDraft;
  /** 0 for a new zone. */
  version: number;
  errors: Record<string, string>;
  /**
   * The name or id of the control that gets the focus after a row was added or removed. Without it,
   * the first field with an error gets it.
   */
  focus: string;
}

/**
 * The name, the places and the methods of a zone. Rows are added and removed by the server, which
 * sends back what was typed, so the form works without script.
 */
export function ZoneForm({ draft, version, errors, focus }: ZoneFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const blocker = useUnsavedGuard(form);
  useEffect(() => {
    const wanted = focus ? `[name="${focus}"], #${focus}` : '[aria-invalid=true]';
    form.current?.querySelector<HTMLElement>(wanted)?.focus();
  }, [focus]);
  const isSaving = useNavigation().formData?.get('intent') === 'save';
  const { '': whole, places: ofPlaces, methods: ofMethods } = errors;
  const others = [whole, ofPlaces, ofMethods].filter((error) => error !== undefined);
  return (
    <Form ref={form} method="post" preventScrollReset className="grid gap-4">
      <LeaveDialog blocker={blocker} />
      {/* The first button is the one that Enter presses. */}
      <button type="submit" name="intent" value="save" hidden>
        Save
      </button>
      <input type="hidden" name="version" value={version} />
      <FormErrors errors={others} />
      <Section title="Name">
        <PlainInput
          name="name"
          label="For staff; customers do not see it"
          value={draft.name}
          error={errors.name}
          required
          maxLength={80}
        />
      </Section>
      <Places draft={draft} errors={errors} />
      <Methods draft={draft} errors={errors} />
      <div>
        <Button name="intent" value="save" look="accent" pending={isSaving}>
          {version ? 'Save' : 'Add zone'}
        </Button>
      </div>
    </Form>
  );
}

type Rows = Pick<ZoneFormProps, 'draft' | 'errors'>;

function Places({ draft, errors }: Rows) {
  return (
    <Section title="Places">
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
    </Section>
  );
}

function Methods({ draft, errors }: Rows) {
  return (
    <Section title="Ways of delivery">
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
    </Section>
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
