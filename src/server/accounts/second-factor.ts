import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { hashOf } from '#server/secret-token.ts';
import { secrets } from '#server/secrets.ts';
import { type Client, throttleSignIn } from './throttle-sign-in.ts';

/** RFC 6238 with SHA-1, six digits and thirty seconds, which every authenticator app supports. */
const STEP_SECONDS = 30;

const RECOVERY_CODES = 10;

/** What the database compares and uses up: the time step of an app's code, or the hash of a recovery code. */
type Proof = { time_step: number } | { recovery_hash: string };

/** A new secret for an authenticator app: 160 bits in letters that people can type. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth:` address for a QR code. */
export function secretAddress(secret: string, { shop, account }: { shop: string; account: string }): string {
  return totpOf(secret, { issuer: shop, label: account }).toString();
}

/** The time step of a code that is valid now or one step before or after, else null. */
export function stepOf(secret: string, code: string): number | null {
  const now = Date.now();
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

/**
 * The proof in a typed code: six digits come from the app, anything else is a recovery code. Null for a wrong code. `stored` is the encrypted
 * secret; when it can no longer be read (the project's key changed), recovery codes still work.
 */
function proofOf(stored: string, typed: string): Proof | null {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(code)) return { recovery_hash: hashOf(code) };
  const secret = decrypted(stored);
  const step = secret && stepOf(secret, code);
  return step ? { time_step: step } : null;
}

interface TypedCode {
  email: string;
  /** As it is stored. */
  secret: string;
  code: string;
  client: Client;
}

/**
 * Does what a second factor must prove first. `use` uses the proof up in the database, which refuses codes used before.
 * @throws ApiError `second_factor_wrong`, `too_many_requests`; whatever `use` throws
 */
export async function withSecondFactor<Result>(
  db: ShopDatabase,
  { email, secret, code, client }: TypedCode,
  use: (proof: Proof) => Promise<Result>,
): Promise<Result> {
  const check = async () => {
    const proof = proofOf(secret, code);
    return proof && use(proof).then((result) => ({ result }), nullIfWrong);
  };
  try {
    return (await throttleSignIn(db, { method: 'code', account: email, client }, check)).result;
  } catch (refusal) {
    if (!(refusal instanceof ApiError && refusal.code === 'invalid_credentials')) throw refusal;
    throw new ApiError('second_factor_wrong');
  }
}

function nullIfWrong(refusal: unknown): null {
  if (refusal instanceof ApiError && refusal.code === 'second_factor_wrong') return null;
  throw refusal;
}

/** New recovery codes and the hashes that are stored. 80 random bits each need no salt. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const bare = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: 10 }).base32.toLowerCase());
  return { codes: bare.map((code) => code.replace(/.{4}(?=.)/g, '$&-')), hashes: bare.map(hashOf) };
}

/** Encrypts a secret for the database, so that a stolen backup cannot make codes. */
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
