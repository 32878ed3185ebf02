import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { openSession } from '#domain/accounts/contract.ts';
import {
  type NewSecondFactor,
  type RecoveryCodes,
  recoveryCodes,
  type SecondFactorProof,
  type SecondFactorSecret,
  secondFactor,
  secondFactorSecret,
} from '#domain/accounts/second-factor.ts';

const FACTOR = '/auth/admin/second-factor';

export const ownSessions = staffQuery('/auth/admin/sessions', z.array(openSession));

export function deleteSession(id: string): Promise<null> {
  return callStaffApi('DELETE', `/auth/admin/sessions/${id}`, { schema: z.null() });
}

export function postEndOthers(): Promise<{ ended: number }> {
  return callStaffApi('POST', '/auth/admin/sessions/end-others', { body: {}, schema: z.object({ ended: z.int() }) });
}

export const ownSecondFactor = staffQuery(FACTOR, secondFactor);

export function postSecret(): Promise<SecondFactorSecret> {
  return callStaffApi('POST', `${FACTOR}/secret`, { body: {}, schema: secondFactorSecret });
}

export function postSecondFactor(body: NewSecondFactor): Promise<RecoveryCodes> {
  return callStaffApi('POST', FACTOR, { body, schema: recoveryCodes });
}

export function postRecoveryCodes(body: SecondFactorProof): Promise<RecoveryCodes> {
  return callStaffApi('POST', `${FACTOR}/recovery-codes`, { body, schema: recoveryCodes });
}

export function postSwitchOff(body: SecondFactorProof): Promise<null> {
  return callStaffApi('POST', `${FACTOR}/off`, { body, schema: z.null() });
}
