import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { PlainArea, PlainInput } from '../../../components/console/plain-input.tsx';
import { Button } from '../../../ui/button.tsx';
import type { PlaceDraft } from './zone-fields.ts';

/** The fields of a place. */
export function PlaceRow({
  nr,
  place,
  errors,
  isOnly,
}: {
  nr: number;
  place: PlaceDraft;
  errors: Record<string, string>;
  isOnly: boolean;
}) {
  const field = (name: keyof PlaceDraft) => ({
    name: `places_${nr}_${name}`,
    value: place[name],
    error: errors[`places_${nr}_${name}`],
  });
  return (
    <fieldset className="grid grid-cols-2 gap-3 border-t border-line pt-3">
      <legend className="sr-only">Place {nr + 1}</legend>
      <PlainArea
        {...field('countries')}
        label="Countries"
        hint="Names or codes, with commas. Empty means every country."
        rows={2}
        wide
      />
      <PlainInput
        {...field('cityWords')}
        label="City has one of these words"
        hint="With commas, each spelling that people use. Capitals and accents make no difference."
        wide
      />
      <PlainInput
        {...field('region')}
        label="Region"
        hint="A state or province of one country."
        wide
      />
      <PlainInput {...field('postcodeFrom')} label="First postcode" hint="Or its start: 10" />
      <PlainInput {...field('postcodeTo')} label="Last postcode" hint="Equally long: 14" />
      {isOnly ? null : (
        <div className="col-span-full">
          <Button
            name="intent"
            value={`remove-place:${nr}`}
            look="quiet"
            formNoValidate
            aria-label={`Remove place ${nr + 1}`}
            className={DENSE_BUTTON}
          >
            Remove
          </Button>
        </div>
      )}
    </fieldset>
  );
}
