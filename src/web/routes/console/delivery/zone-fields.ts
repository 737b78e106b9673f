/** The fields of the form of a zone. */
import { type MethodKind, methodKinds } from '#features/delivery-settings.ts';

export const placeFields = [
  'countries',
  'region',
  'cityWords',
  'postcodeFrom',
  'postcodeTo',
] as const;

export const methodFields = [
  'id',
  'name',
  'kind',
  'price',
  'freeFrom',
  'steps',
  'daysFrom',
  'daysTo',
  'note',
] as const;

export type PlaceDraft = Record<(typeof placeFields)[number], string>;
export type MethodDraft = Record<(typeof methodFields)[number], string>;

export interface ZoneDraft {
  name: string;
  places: PlaceDraft[];
  methods: MethodDraft[];
}

export const EMPTY_PLACE: PlaceDraft = {
  ...{ countries: '', region: '', cityWords: '', postcodeFrom: '', postcodeTo: '' },
};

export const EMPTY_METHOD: MethodDraft = {
  ...{ id: '', name: '', kind: methodKinds[0], price: '', freeFrom: '', steps: '' },
  ...{ daysFrom: '', daysTo: '', note: '' },
};

export const kindLabels: Record<MethodKind, string> = {
  flat: 'One price',
  by_weight: 'Price by weight',
  by_value: 'Price by order value',
  pick_up: 'Picked up by the customer',
};

/**
 * Whether the fields fit. A form has 120 fields at most; the remaining ones are name, version and
 * button.
 */
export function fitsForm({ places, methods }: ZoneDraft): boolean {
  return places.length * placeFields.length + methods.length * methodFields.length <= 110;
}
