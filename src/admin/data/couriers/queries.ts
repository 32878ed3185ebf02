import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { courier, type UnknownLabel, unknownLabel } from '#domain/couriers/contract.ts';
import type { Meaning } from '#domain/couriers/parcel-status.ts';

export const couriersQuery = staffQuery('/couriers', courier.array());

export const unknownLabelsQuery = staffQuery('/couriers/unknown-labels', unknownLabel.array());

/** Says what a label means from now on. Gives those that are left. */
export function putMeaning(id: string, meaning: Meaning): Promise<UnknownLabel[]> {
  return callStaffApi('PUT', `/couriers/unknown-labels/${id}`, { body: { meaning }, schema: unknownLabel.array() });
}
