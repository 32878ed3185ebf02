import * as z from 'zod';
import { parseEnv } from './env.ts';

/** What only the functions may know. The build reads the catalogue without it. */
export const secrets = parseEnv(
  z.object({
    SUPABASE_SECRET_KEY: z.string().min(1, 'must be the secret key of the Supabase project'),
    /** `off` for load tests on one machine, where every shopper has the same address. */
    SHOP_RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  }),
);
