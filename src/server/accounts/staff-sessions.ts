import * as z from 'zod';
import type { OpenSession } from '#domain/accounts/contract.ts';
import { deviceName } from '#domain/accounts/device-name.ts';
import { callFunction, read, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { SignedInStaff } from './tokens.ts';

const rows = z.array(z.object({ id: z.uuid(), userAgent: z.string(), createdAt: z.string(), lastSeenAt: z.string() }));

const uuid = z.uuid();

/** The open sessions of a staff member, last seen first. `current` is the session that asks. */
export async function listSessions(db: ShopDatabase, staffId: string, current: string): Promise<OpenSession[]> {
  const columns = 'id, user_agent, created_at, last_seen_at';
  const open = db.from('staff_sessions').select(columns).eq('staff_id', staffId).gt('expires_at', new Date().toISOString());
  const found = await read(open.order('last_seen_at', { ascending: false }).order('id'), rows);
  return found.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceName(userAgent),
    isCurrent: session.id === current,
  }));
}

/** Ends a session of a staff member: its token is refused from the next request on. @throws ApiError `session_not_found` */
export async function endSession(db: ShopDatabase, staffId: string, id: string): Promise<null> {
  const ended = uuid.safeParse(id).success
    ? await run(db.from('staff_sessions').delete().eq('id', id).eq('staff_id', staffId).select('id').maybeSingle())
    : false;
  if (!ended) throw new ApiError('session_not_found');
  return null;
}

/** Ends all of one's own sessions but this one, and makes their browsers unknown devices. `device` is this browser's. */
export async function endOtherSessions(
  db: ShopDatabase,
  staff: SignedInStaff,
  device: string | null,
): Promise<{ ended: number }> {
  const others = { staff_id: staff.id, current_session: staff.sessionId, device };
  return { ended: await callFunction(db, 'end_other_staff_sessions', others, z.int()) };
}

/** Signs a staff member out. */
export async function signOutStaff(db: ShopDatabase, staff: SignedInStaff): Promise<null> {
  await run(db.from('staff_sessions').delete().eq('id', staff.sessionId).select('id'));
  return null;
}
