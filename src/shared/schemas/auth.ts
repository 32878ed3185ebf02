import * as z from 'zod';

/** Staff sign in with their user name or their e-mail address. */
export const staffLogin = z
  .object({
    email: z.string().trim().max(254).optional(),
    username: z.string().trim().max(254).optional(),
    password: z.string().min(1, 'Required').max(200),
  })
  .refine((login) => Boolean(login.email || login.username), { path: ['username'], message: 'Required' });

export type StaffLogin = z.infer<typeof staffLogin>;

export const admin = z.object({ id: z.uuid(), username: z.string(), email: z.string() });

export type Admin = z.infer<typeof admin>;

export const staffSession = z.object({ admin, token: z.string() });

export type StaffSession = z.infer<typeof staffSession>;

export const tokenCheck = z.object({ token: z.string().min(1, 'Required').max(4096) });

export type TokenCheck = z.infer<typeof tokenCheck>;
