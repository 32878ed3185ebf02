import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { ApiError } from '#server/errors.ts';
import type { Call } from '#server/http/operation.ts';
import { hashOf } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';
import { throttleSignIn } from './throttle-sign-in.ts';

/** As authenticator apps have it: RFC 6238 with SHA-1, six digits, thirty seconds. */
const STEP_SECONDS = 30;

const RECOVERY_CODES = 10;

/** What the database compares and uses up: the time step of a code that fits, or the hash of a recovery code. */
type Proof = { time_step: number } | { recovery_hash: string };

/** A new secret for an authenticator app, in the letters people can type: 160 bits. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function secretAddress(secret: string, { shop, account }: { shop: string; account: string }): string {
  return totpOf(secret, { issuer: shop, label: account }).toString();
}

/** The time step whose code this is, now or a step before or after; null when it is none of them. */
export function stepOf(secret: string, code: string): number | null {
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

/**
 * What a typed code proves, for the database to use up: six digits are of the app, anything else is a recovery code. Null for a code that does not fit.
 * Takes the secret as it is stored. One that cannot be read any more (the project's key was changed) leaves the recovery codes.
 */
function proofOf(stored: string, typed: string): Proof | null {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(code)) return { recovery_hash: hashOf(code) };
  const secret = decrypted(stored);
  const step = secret && stepOf(secret, code);
  return step ? { time_step: step } : null;
}

/**
 * Does something that a second factor has to prove first. Takes whose it is, the secret as it is stored, what was typed, and what uses the proof up in
 * the database, which refuses with `second_factor_wrong` what was used before. @throws ApiError 401 `second_factor_wrong`, 429, what the use throws
 */
export async function withSecondFactor<Answer>(
  caller: Pick<Call, 'db' | 'client'>,
  { email, secret, code }: { email: string; secret: string; code: string },
  use: (proof: Proof) => Promise<Answer>,
): Promise<Answer> {
  const attempt = async () => {
    const proof = proofOf(secret, code);
    return proof && use(proof).then((answer) => ({ answer }), nullIfWrong);
  };
  try {
    return (await throttleSignIn(caller, 'code', email, attempt)).answer;
  } catch (refusal) {
    if (!(refusal instanceof ApiError && refusal.code === 'invalid_credentials')) throw refusal;
    throw new ApiError('second_factor_wrong');
  }
}

function nullIfWrong(refusal: unknown): null {
  if (refusal instanceof ApiError && refusal.code === 'second_factor_wrong') return null;
  throw refusal;
}

/** New recovery codes, as they are shown this once, and as they are kept. 80 bits each: their hashes need no salt. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const bare = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: 10 }).base32.toLowerCase());
  return { codes: bare.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: bare.map(hashOf) };
}

/** A secret as it is stored: whoever reads the database, or a backup of it, cannot make codes with it. */
export function encrypted(secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', storageKey(), iv);
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
}

function decrypted(stored: string): string | null {
  const bytes = Buffer.from(stored, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', storageKey(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null; // encrypted with another key
  }
}

function storageKey(): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secrets.SUPABASE_SECRET_KEY, '', 'second factors of staff', 32));
}

function totpOf(secret: string, label: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });
}
