import * as z from 'zod';

/** Where the server of the demo offers its staff to the login page. No function answers there, so no deployed shop does. */
export const DEMO_LOGINS = '/demo/logins';

/** Those who work in the demo, by the names of their roles. */
export const demoLogins = z.array(z.object({ username: z.string(), role: z.string() }));

export type DemoLogins = z.infer<typeof demoLogins>;

/** What one of them signs in with now. Null without a second factor. */
export const demoLogin = z.object({ password: z.string(), code: z.string().nullable() });

export type DemoLogin = z.infer<typeof demoLogin>;
