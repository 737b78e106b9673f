/**
 * Zones and working times, as staff edit them (admin). Each edit is in the audit log, and removes all
 * cached pages: those of products say what delivery costs.
 */
import type { Tx } from '#db/client.ts';
import { nextPosition } from '#db/row-order.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { requireCountry, requireRegion } from '../addresses/addresses.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type {
  DeliveryPlace,
  DeliverySettings,
  DeliveryZone,
  WorkingTimes,
} from '../delivery-settings.ts';
import { editAsAdmin } from '../edit-as-admin.ts';
import { requireAdmin } from '../permissions.ts';
import { requireVersion } from '../record-version.ts';
import { reorderRows } from '../reorder-rows.ts';
import { MAX_ZONES, type TimesInput, type ZoneChanges, type ZoneInput } from './delivery.schema.ts';
import {
  deleteZone,
  insertZone,
  replaceMethods,
  replacePlaces,
  retirePages,
  updateTimes,
  updateZone,
} from './delivery.store.ts';
import { deliveryZones } from './delivery.table.ts';
import { changesOfTimes, changesOfZone } from './differences.ts';
import { selectDeliverySettings } from './read-settings.ts';

/** All zones in order, and the working times (admin). */
export async function getDeliverySettings(ctx: Ctx, actor: Actor): Promise<DeliverySettings> {
  requireAdmin(actor);
  return ctx.delivery.read(ctx.db);
}

export async function getZone(ctx: Ctx, actor: Actor, id: string): Promise<DeliveryZone> {
  return zoneOf(await getDeliverySettings(ctx, actor), id);
}

/** Adds a zone at the end (admin). */
export async function addZone(ctx: Ctx, actor: Actor, input: ZoneInput): Promise<DeliveryZone> {
  return change(ctx, actor, async (tx, adminId, { zones }) => {
    const places = readPlaces(input.places);
    requireFreeName(zones, input.name, null);
    if (zones.length >= MAX_ZONES) throw refused(`A shop has at most ${MAX_ZONES} zones.`);
    const id = newId('zon');
    const position = await nextPosition(tx, deliveryZones);
    await insertZone(tx, { id, name: input.name, position });
    await replacePlaces(tx, id, places);
    await replaceMethods(tx, id, withIds(input.methods, []));
    const added = zoneOf(await selectDeliverySettings(tx), id);
    await recordAudit(tx, adminId, 'delivery.addZone', id, { changed: changesOfZone(null, added) });
    return added;
  });
}

/**
 * Edits a zone (admin). 412 `edit_conflict` with the current zone when it has another version by
 * now. An edit that changes nothing makes no new version.
 */
export async function editZone(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version, changes }: { version: number; changes: ZoneChanges },
): Promise<DeliveryZone> {
  return change(ctx, actor, async (tx, adminId, { zones }) => {
    const before = zoneOf({ zones }, id);
    requireVersion(before, version);
    const { name = before.name, methods } = changes;
    const places = changes.places ? readPlaces(changes.places) : before.places;
    requireFreeName(zones, name, id);
    const wanted = methods ? withIds(methods, before.methods) : before.methods;
    const changed = changesOfZone(before, { ...before, name, places, methods: wanted });
    if (Object.keys(changed).length === 0) return before;
    await updateZone(tx, id, name);
    await replacePlaces(tx, id, places);
    await replaceMethods(tx, id, wanted);
    await recordAudit(tx, adminId, 'delivery.editZone', id, { zone: name, changed });
    return zoneOf(await selectDeliverySettings(tx), id);
  });
}

/** Removes a zone (admin). Returns whether there was one. */
export async function removeZone(ctx: Ctx, actor: Actor, id: string): Promise<boolean> {
  return change(ctx, actor, async (tx, adminId, { zones }) => {
    const before = zones.find((zone) => zone.id === id);
    if (!before) return false;
    await deleteZone(tx, id);
    const detail = { zone: before.name, changed: changesOfZone(before, null) };
    await recordAudit(tx, adminId, 'delivery.removeZone', id, detail);
    return true;
  });
}

/** Puts all zones into this order (admin). The first zone that an address is in applies. */
export async function reorderZones(ctx: Ctx, actor: Actor, ids: string[]): Promise<void> {
  await change(ctx, actor, async (tx, adminId, { zones }) => {
    const changed = await reorderRows(tx, deliveryZones, zones, ids);
    if (changed) await recordAudit(tx, adminId, 'delivery.orderZones', 'zones', { changed });
  });
}

/** Edits when parcels leave the shop (admin); versions as in `editZone`. */
export async function editTimes(
  ctx: Ctx,
  actor: Actor,
  { version, times }: { version: number; times: TimesInput },
): Promise<WorkingTimes> {
  return change(ctx, actor, async (tx, adminId, { times: before }) => {
    requireVersion(before, version);
    const changed = changesOfTimes(before, times);
    if (Object.keys(changed).length === 0) return before;
    await updateTimes(tx, times);
    await recordAudit(tx, adminId, 'delivery.editTimes', 'times', { changed });
    return (await selectDeliverySettings(tx)).times;
  });
}

/** Runs one edit at a time: zones are few, and they share their order. */
function change<T>(
  ctx: Ctx,
  actor: Actor,
  work: (tx: Tx, adminId: string, now: DeliverySettings) => Promise<T>,
): Promise<T> {
  return editAsAdmin(ctx, actor, { locks: ['delivery'] }, async (tx, adminId) => {
    const before = await selectDeliverySettings(tx);
    const result = await work(tx, adminId, before);
    if ((await selectDeliverySettings(tx)).version !== before.version) await retirePages(tx);
    return result;
  });
}

function zoneOf({ zones }: Pick<DeliverySettings, 'zones'>, id: string): DeliveryZone {
  const zone = zones.find((one) => one.id === id);
  if (!zone) throw new AppError('not_found', 'There is no such zone.');
  return zone;
}

/** Regions are stored as addresses have them: 'California' becomes 'CA'. */
function readPlaces(places: DeliveryPlace[]): DeliveryPlace[] {
  for (const { countries } of places) countries.forEach(requireCountry);
  return places.map((place) => {
    const [country = ''] = place.countries;
    return { ...place, region: requireRegion(country, place.region) };
  });
}

function requireFreeName(zones: DeliveryZone[], name: string, id: string | null): void {
  if (!zones.some((zone) => zone.name === name && zone.id !== id)) return;
  throw refused('Another zone has that name.');
}

/** A method that the zone has keeps its id, all others get a new one. */
function withIds(given: ZoneInput['methods'], before: { id: string }[]): DeliveryZone['methods'] {
  const known = new Set(before.map(({ id }) => id));
  return given.map(({ id, ...method }) => {
    const isKept = id !== undefined && known.delete(id);
    return { ...method, id: isKept ? id : newId('dlv') };
  });
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message);
}
