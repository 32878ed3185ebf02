import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type ConditionEdit, type ConditionKind, type ShopStatus, shopStatus } from '#domain/status/contract.ts';

export const statusQuery = staffQuery('/status', shopStatus);

export function changeCondition(kind: ConditionKind, body: ConditionEdit): Promise<ShopStatus> {
  return callStaffApi('PUT', `/status/${kind}`, { body, schema: shopStatus });
}
