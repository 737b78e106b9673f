/** The part of the model that takes back parcels. */
import { replayUnits } from './kept-units.ts';
import type { ModelParcel, OrderModel } from './order-model.ts';

export function takingBackStop(
  model: OrderModel,
  { units, deliveredDay }: ModelParcel,
): string | null {
  if (units.length === 0) return 'parcel_of_exchange';
  if (deliveredDay !== null) return 'already_delivered';
  const { returned } = model;
  const cameBack = units.some(({ position, quantity }) => {
    const { sent, restocked } = model.line(position);
    return sent - quantity < restocked + (returned[position] ?? 0);
  });
  return cameBack ? 'units_came_back' : null;
}

/** All is then as if the parcel had never been sent. */
export function takeBack(model: OrderModel, { id, units }: ModelParcel): void {
  const { parcels, unitChanges } = model;
  const isSent = (change: { id?: string }) => change.id === id;
  parcels.splice(parcels.findIndex(isSent), 1);
  unitChanges.splice(unitChanges.findIndex(isSent), 1);
  for (const { position, quantity } of units) model.line(position).sent -= quantity;
  replayUnits(model);
}
