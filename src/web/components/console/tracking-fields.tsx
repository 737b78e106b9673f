import { LONGEST_TRACKING } from '#shared/field-lengths.ts';
import { DENSE_CONTROL, DENSE_LABEL } from './dense.ts';

/** The fields for the carrier and the tracking number of a parcel; `id` begins their ids. */
export function TrackingFields({
  id,
  carriers,
  parcel,
}: {
  id: string;
  /** The names of carriers that are offered. */
  carriers: string[];
  /** The carrier and tracking number that were sent before. */
  parcel?: { carrier: string | null; trackingNumber: string | null };
}) {
  return (
    <>
      <CarrierField id={`${id}carrier`} carriers={carriers} value={parcel?.carrier} />
      <div className="min-w-0">
        <label htmlFor={`${id}tracking-number`} className={DENSE_LABEL}>
          Tracking number (optional)
        </label>
        <input
          id={`${id}tracking-number`}
          name="trackingNumber"
          defaultValue={parcel?.trackingNumber ?? ''}
          maxLength={LONGEST_TRACKING}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={DENSE_CONTROL}
        />
      </div>
    </>
  );
}

/** A field for the carrier of a parcel, which offers those that the shop knows. */
export function CarrierField({
  id,
  carriers,
  value,
}: {
  id: string;
  carriers: string[];
  value?: string | null | undefined;
}) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={DENSE_LABEL}>
        Carrier (optional)
      </label>
      <input
        id={id}
        name="carrier"
        defaultValue={value ?? ''}
        list={`${id}-names`}
        maxLength={LONGEST_TRACKING}
        autoComplete="off"
        className={DENSE_CONTROL}
      />
      <datalist id={`${id}-names`}>
        {carriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
