/** Where the shop delivers to, how and at which price. Every feature may import this file. */
import type { SettingsReader } from './settings-reader.ts';

export const methodKinds = ['flat', 'by_weight', 'by_value', 'pick_up'] as const;

export type MethodKind = (typeof methodKinds)[number];

/** A part of the world. An empty list or null matches everything. */
export interface DeliveryPlace {
  /** Codes of ISO 3166-1. */
  countries: string[];
  /** As addresses have it: 'CA', 'Dubai'. */
  region: string | null;
  /** The city contains one of them. Capitals and accents make no difference. */
  cityWords: string[];
  /** The first and the last start of a postcode, equally long. Both or none. */
  postcodeFrom: string | null;
  postcodeTo: string | null;
}

/** Another price applies from this weight in grams, or from this order value in minor units. */
export interface DeliveryStep {
  from: number;
  rateMinor: number;
}

/** A way to get an order: by parcel, or by picking it up. */
export interface DeliveryMethod {
  id: string;
  name: string;
  kind: MethodKind;
  /** The price below the first step. */
  rateMinor: number;
  /** The order value from which it costs nothing. */
  freeFromMinor: number | null;
  /** In ascending order. Empty unless the price is by weight or by value. */
  steps: DeliveryStep[];
  /** Working days from dispatch to arrival, or until it can be picked up. Both or none. */
  daysFrom: number | null;
  daysTo: number | null;
  /** What customers read with it, such as where to pick up. */
  note: string | null;
}

export interface DeliveryZone {
  id: string;
  name: string;
  version: number;
  places: DeliveryPlace[];
  /** In the order of staff. A zone without any is one that the shop does not deliver to. */
  methods: DeliveryMethod[];
}

/** When parcels leave the shop. Its clock is `timeZone` of `shop.config.ts`. */
export interface WorkingTimes {
  version: number;
  /** The minute of the day until which an order leaves on the same day. */
  cutOffMinute: number;
  /** Days of the week from 1, Monday, to 7, Sunday. */
  workingDays: number[];
  /** Days without work, such as '2026-12-25'. */
  daysOff: string[];
}

export interface DeliverySettings {
  /** Differs after every change of anything below. */
  version: string;
  /** In order: the first zone that an address is in applies. */
  zones: DeliveryZone[];
  times: WorkingTimes;
}

export type DeliveryReader = SettingsReader<DeliverySettings>;
