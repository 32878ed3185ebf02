import { randomBytes } from 'node:crypto';

/** What a Supabase project is reached with, and the secret that signs its sessions. */
export interface SupabaseKeys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/** Keys of a new embedded project, in the form a hosted one has. */
export function newSupabaseKeys(): SupabaseKeys {
  return {
    publishableKey: `sb_publishable_${randomBytes(18).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(32).toString('base64url'),
  };
}
