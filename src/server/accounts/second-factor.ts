import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { callFunction } from '#server/database/calls.ts';
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
 * The proof in a typed code: six digits come from the app, anything else is a recovery code. Null for a wrong code. A secret that an earlier key
 * encrypted is encrypted anew; when no key opens it any more, recovery codes still work.
 */
async function proofOf(db: ShopDatabase, { staffId, secret: stored, code: typed }: TypedCode): Promise<Proof | null> {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (!/^\d{6}$/.test(code)) return { recovery_hash: hashOf(code) };
  const opened = decrypted(stored);
  const step = opened && stepOf(opened.secret, code);
  if (!step) return null;
  if (opened.byEarlierKey)
    await callFunction(db, 'renew_second_factor', { staff_id: staffId, stored, renewed: encrypted(opened.secret) });
  return { time_step: step };
}

interface TypedCode {
  staffId: string;
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
  typed: TypedCode,
  use: (proof: Proof) => Promise<Result>,
): Promise<Result> {
  const check = async () => {
    const proof = await proofOf(db, typed);
    return proof && use(proof).then((result) => ({ result }), nullIfWrong);
  };
  try {
    return (await throttleSignIn(db, { method: 'code', account: typed.email, client: typed.client }, check)).result;
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
  const cipher = createCipheriv('aes-256-gcm', storageKey(keys()[0] ?? ''), iv);
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64');
}

/** The secret, and whether another key than today's encrypted it. Null when none of the keys opens it. */
function decrypted(stored: string): { secret: string; byEarlierKey: boolean } | null {
  const bytes = Buffer.from(stored, 'base64');
  for (const [age, key] of keys().entries()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', storageKey(key), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      const secret = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      return { secret, byEarlierKey: age > 0 };
    } catch {
      // Encrypted with another key.
    }
  }
  return null;
}

/** What secrets are encrypted with today, then what may have encrypted them before: the project's secret key did until there was a key for it. */
function keys(): string[] {
  return [secrets.SECOND_FACTOR_KEY, secrets.SECOND_FACTOR_KEY_PREVIOUS, secrets.SUPABASE_SECRET_KEY].filter(Boolean);
}

function storageKey(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'second factors of staff', 32));
}

function totpOf(secret: string, label: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });
}
