import * as z from 'zod';
import { parseEnv } from './env.ts';

/** What only the functions may know. The build reads the catalogue without it. */
export const secrets = parseEnv(
  z.object({
    SUPABASE_SECRET_KEY: z.string().min(1, 'must be the secret key of the Supabase project'),
    /** `off` for load tests on one machine, where every shopper has the same address. */
    SHOP_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
    /** Called when pages are to be built anew. Without one they are built when somebody does so by hand. */
    NETLIFY_BUILD_HOOK: z.union([z.literal(''), z.url('must be the address of a build hook')]).default(''),
    /** Where the CDN takes purges. */
    NETLIFY_API_URL: z.url().default('https://api.netlify.com'),
  }),
);
