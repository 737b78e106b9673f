import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { catalogChanges } from '../catalog/catalog.table.ts';
import type { DeliveryMethod, DeliveryPlace } from '../delivery-settings.ts';
import type { TimesInput } from './delivery.schema.ts';
import {
  deliveryMethods,
  deliveryPlaces,
  deliverySettings,
  deliverySteps,
  deliveryZones,
} from './delivery.table.ts';

/** Whether the first zones of this database were written. */
export async function isSetUp(db: Executor): Promise<boolean> {
  return (await db.$count(deliverySettings)) > 0;
}

/** Removes all cached pages, in every process, once the transaction is committed. */
export async function retirePages(db: Executor): Promise<void> {
  await db.insert(catalogChanges).values({ inLists: true });
}

export async function insertTimes(db: Executor, times: TimesInput): Promise<void> {
  await db.insert(deliverySettings).values(times);
}

export async function updateTimes(db: Executor, times: TimesInput): Promise<void> {
  await db
    .update(deliverySettings)
    .set({ ...times, timesVersion: sql`${deliverySettings.timesVersion} + 1` });
}

export async function insertZone(
  db: Executor,
  zone: { id: string; name: string; position: number },
): Promise<void> {
  await db.insert(deliveryZones).values(zone);
}

export async function updateZone(db: Executor, id: string, name: string): Promise<void> {
  await db
    .update(deliveryZones)
    .set({ name, version: sql`${deliveryZones.version} + 1` })
    .where(eq(deliveryZones.id, id));
}

export async function deleteZone(db: Executor, id: string): Promise<void> {
  await db.delete(deliveryZones).where(eq(deliveryZones.id, id));
}

/** Replaces the places of a zone. */
export async function replacePlaces(
  db: Executor,
  zoneId: string,
  places: DeliveryPlace[],
): Promise<void> {
  await db.delete(deliveryPlaces).where(eq(deliveryPlaces.zoneId, zoneId));
  if (places.length === 0) return;
  await db
    .insert(deliveryPlaces)
    .values(places.map((place, position) => ({ ...place, zoneId, position })));
}

/** Replaces the methods of a zone. One that stays keeps its id, because carts refer to it. */
export async function replaceMethods(
  db: Executor,
  zoneId: string,
  methods: DeliveryMethod[],
): Promise<void> {
  await db.delete(deliveryMethods).where(eq(deliveryMethods.zoneId, zoneId));
  if (methods.length === 0) return;
  await db
    .insert(deliveryMethods)
    .values(methods.map(({ steps: _, ...method }, position) => ({ ...method, zoneId, position })));
  const steps = methods.flatMap(({ id: methodId, steps }) =>
    steps.map(({ from: fromAmount, rateMinor }) => ({ methodId, fromAmount, rateMinor })),
  );
  if (steps.length > 0) await db.insert(deliverySteps).values(steps);
}
