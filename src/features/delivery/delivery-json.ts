/** Zones, working times and methods in calls. */
import { z } from '@hono/zod-openapi';
import { toDecimal, toDecimalOrNull } from '#shared/money.ts';
import { type DeliveryZone, methodKinds, type WorkingTimes } from '../delivery-settings.ts';
import { clockOf } from './arrival.ts';
import type { DeliveryOption } from './options.ts';

const amount = z.number().openapi({ description: 'In the currency of the shop.' });
const days = z.int().nullable().openapi({ description: 'Working days from dispatch.' });

export const zoneJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    version: z.int(),
    places: z.array(
      z.object({
        countries: z.array(z.string()).openapi({ description: 'Empty means every country.' }),
        region: z.string().nullable(),
        cityWords: z.array(z.string()),
        postcodeFrom: z.string().nullable(),
        postcodeTo: z.string().nullable(),
      }),
    ),
    methods: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        kind: z.enum(methodKinds),
        price: amount,
        freeFrom: amount.nullable(),
        steps: z
          .array(z.object({ from: z.number(), price: amount }))
          .openapi({ description: '`from` is in grams, or an order value.' }),
        daysFrom: days,
        daysTo: days,
        note: z.string().nullable(),
      }),
    ),
  })
  .openapi('DeliveryZone');

export const timesJson = z
  .object({
    version: z.int(),
    cutOff: z.string().openapi({ example: '14:30' }),
    workingDays: z.array(z.int()).openapi({ description: 'From 1, Monday, to 7, Sunday.' }),
    daysOff: z.array(z.string()),
  })
  .openapi('WorkingTimes');

export const optionsJson = z
  .object({
    zone: z.string().nullable().openapi({ description: 'Null: the shop does not deliver there.' }),
    preselected: z.string().nullable(),
    methods: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        note: z.string().nullable(),
        isPickUp: z.boolean(),
        price: amount,
        arrivesFrom: z.string().nullable(),
        arrivesTo: z.string().nullable(),
      }),
    ),
  })
  .openapi('DeliveryOptions');

export function toZoneJson({ id, name, version, places, methods }: DeliveryZone) {
  return {
    ...{ _id: id, name, version, places },
    methods: methods.map(({ id, rateMinor, freeFromMinor, steps, ...method }) => ({
      _id: id,
      ...method,
      price: toDecimal(rateMinor),
      freeFrom: toDecimalOrNull(freeFromMinor),
      steps: steps.map((step) => ({
        from: method.kind === 'by_weight' ? step.from : toDecimal(step.from),
        price: toDecimal(step.rateMinor),
      })),
    })),
  } satisfies z.infer<typeof zoneJson>;
}

export function toTimesJson({ version, cutOffMinute, workingDays, daysOff }: WorkingTimes) {
  return { version, cutOff: clockOf(cutOffMinute), workingDays, daysOff };
}

export function toOptionJson({ id, name, note, isPickUp, priceMinor, arrival }: DeliveryOption) {
  return {
    ...{ _id: id, name, note, isPickUp, price: toDecimal(priceMinor) },
    arrivesFrom: arrival?.from ?? null,
    arrivesTo: arrival?.to ?? null,
  };
}
