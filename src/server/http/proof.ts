import * as z from 'zod';
import { type Proof, proofText } from '#domain/accounts/proof.ts';
import type { ShownText } from '#domain/shown-texts/shown-fields.ts';
import { proveAgain } from '#server/accounts/prove-again.ts';
import type { Client } from '#server/accounts/throttle-sign-in.ts';
import type { SignedInStaff } from '#server/accounts/tokens.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { leadsElsewhere } from '#server/settings/shown-contacts.ts';
import type { DeclaredOperation } from './operation.ts';
import { check, readBody } from './read-request.ts';

/** A JSON body, and what proves who sent it. */
interface SentWithProof {
  sent: unknown;
  proof: string | undefined;
}

/**
 * Reads the body of an operation that may need proof, with `proof` taken out of it. Operations without a body of their own may be sent nothing.
 * @throws ApiError as `readBody`, `validation_failed`
 */
export async function readWithProof({ body, incomplete }: DeclaredOperation, request: Request): Promise<SentWithProof> {
  const json: unknown = body || request.headers.has('content-type') ? await readBody(request, body ?? PROOF) : {};
  const fields = typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
  const { proof, ...others } = fields as { proof?: unknown };
  return {
    sent: body ? check(body, fields === json ? others : json, incomplete) : undefined,
    proof: check(PROOF, { proof }).proof,
  };
}

const PROOF = z.object({ proof: proofText });

interface ProvedCall {
  db: ShopDatabase;
  staff: SignedInStaff | null;
  client: Client;
}

/**
 * Has whoever calls prove once more that it is them, where the operation asks for it, or where an owner
 * puts another number before shoppers. Returns what was proved, null where nothing had to be.
 * @throws ApiError `proof_needed`, `validation_failed` at `proof`, `too_many_requests`, `auth_unreachable`
 */
export async function assertProved(
  { proof: rule }: DeclaredOperation,
  call: ProvedCall,
  { proof, shown }: { proof: string | undefined; shown: ShownText[] },
): Promise<Proof | null> {
  if (!call.staff) return null;
  const isNeeded =
    rule === true ||
    (rule && (await rule.isNeeded(call as never))) ||
    (call.staff.isOwner &&
      (await leadsElsewhere(
        call.db,
        shown.map(({ text }) => text),
      )));
  return isNeeded ? proveAgain(call.db, call.staff, proof, call) : null;
}
