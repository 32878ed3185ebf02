import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import {
  type Courier,
  type CourierCheck,
  type CourierEdit,
  courier,
  courierCheck,
  type NewCourier,
  type ParcelWeights,
  type ParcelWeightsEdit,
  parcelWeights,
} from '#domain/couriers/contract.ts';

const API = '/couriers';

export const weightsQuery = staffQuery(`${API}/weights`, parcelWeights);

/** The fields of a form on a courier. */
export function fieldsOf({ id, credentials, createdAt, updatedAt, ...fields }: Courier): NewCourier {
  return fields;
}

export function postCourier(body: NewCourier): Promise<Courier> {
  return callStaffApi('POST', API, { body, schema: courier });
}

export function putCourier(id: string, body: CourierEdit): Promise<Courier> {
  return callStaffApi('PUT', `${API}/${id}`, { body, schema: courier });
}

export function postCheck(id: string): Promise<CourierCheck> {
  return callStaffApi('POST', `${API}/${id}/check`, { body: {}, schema: courierCheck });
}

export function putWeights(body: ParcelWeightsEdit): Promise<ParcelWeights> {
  return callStaffApi('PUT', `${API}/weights`, { body, schema: parcelWeights });
}

/** The courier as it is now. */
export async function fetchCourier(id: string): Promise<Courier> {
  const found = (await callStaffApi('GET', API, { schema: courier.array() })).find((one) => one.id === id);
  if (!found) throw new Error('This courier is gone');
  return found;
}

export function fetchWeights(): Promise<ParcelWeights> {
  return callStaffApi('GET', `${API}/weights`, { schema: parcelWeights });
}
