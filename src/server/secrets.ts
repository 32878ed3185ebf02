import * as z from 'zod';
import { parseEnv } from './parse-env.ts';

const secondFactorKey = z.union([z.literal(''), z.string().min(32, 'must have at least 32 characters')]).default('');

/** Settings of the functions only; the build works without them. */
export const secrets = parseEnv(
  z.object({
    SUPABASE_SECRET_KEY: z.string().min(1, 'must be the secret key of the Supabase project'),
    /** Encrypts second factors. Without one the project's secret key does, and changing that ends them. */
    SECOND_FACTOR_KEY: secondFactorKey,
    /** The key before it, which still opens what it encrypted. */
    SECOND_FACTOR_KEY_PREVIOUS: secondFactorKey,
    /** `off` for load tests, where all shoppers share one address. */
    SHOP_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Starts a build. Without a hook, pages are built by hand. */
    NETLIFY_BUILD_HOOK: z.union([z.literal(''), z.url('must be the address of a build hook')]).default(''),
    /** Purges of the CDN go here. */
    NETLIFY_API_URL: z.url().default('https://api.netlify.com'),
  }),
);
