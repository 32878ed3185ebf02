import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { addressToSave, savedAddress } from '#domain/accounts/addresses.ts';
import {
  forgottenPassword,
  forgottenStaffPassword,
  linkToken,
  openSession,
  ownAccount,
  passwordReset,
  resetLink,
  shopperLogin,
  shopperSession,
  shopperSignup,
  staffLogin,
  staffSession,
  tokenCheck,
  verifiedStaff,
} from '#domain/accounts/contract.ts';
import {
  newSecondFactor,
  recoveryCodes,
  secondFactor,
  secondFactorProof,
  secondFactorSecret,
} from '#domain/accounts/second-factor.ts';
import { askForAddressProof, ownerOf, proveAddress } from '#server/accounts/address-proof.ts';
import { deleteAddress, listAddresses, saveAddress } from '#server/accounts/addresses.ts';
import {
  proposeSecret,
  replaceRecoveryCodes,
  showSecondFactor,
  switchOffSecondFactor,
  switchOnSecondFactor,
} from '#server/accounts/own-second-factor.ts';
import { askForPasswordReset, askForStaffPasswordReset, checkResetLink, resetPassword } from '#server/accounts/password-reset.ts';
import { signInShopper, signOutShopper, signUpShopper } from '#server/accounts/shopper-accounts.ts';
import { signInStaff, verifyStaff } from '#server/accounts/sign-in-staff.ts';
import { endOtherSessions, endSession, listSessions, signOutStaff } from '#server/accounts/staff-sessions.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import { SIGN_IN_ERRORS } from '#server/http/operation-errors.ts';
import { lastContact } from '#server/orders/read-orders.ts';

// Signing in has no `limit`: `throttleSignIn` slows guesses down, and a limit by address would also stop known devices.

const LINK_ERRORS = ['link_not_found', 'link_used', 'link_expired'] as const;

const GUESSING_ERRORS = ['too_many_requests', 'auth_unreachable'] as const;

const staffWithoutFactor = { access: 'staff', beforeEnrolling: true } as const;

export default resource('Sessions of staff and of shoppers.')
  .post(
    '/api/auth/admin/login',
    {
      access: 'anyone',
      summary: 'Signs staff in',
      body: staffLogin,
      errors: [...SIGN_IN_ERRORS, 'second_factor_needed', 'second_factor_wrong'],
      returns: staffSession,
    },
    (call) => signInStaff(call.db, call.body, call),
  )
  .post(
    '/api/auth/admin/logout',
    { ...staffWithoutFactor, right: 'none', summary: 'Ends the session', returns: z.null() },
    ({ db, staff }) => signOutStaff(db, staff),
  )
  .get(
    '/api/auth/admin/sessions',
    { access: 'staff', right: 'none', summary: 'Your open sessions', returns: z.array(openSession) },
    ({ db, staff }) => listSessions(db, staff.id, staff.sessionId),
  )
  .post(
    '/api/auth/admin/sessions/end-others',
    { access: 'staff', right: 'none', summary: 'Ends all your other sessions', returns: z.object({ ended: z.int() }) },
    ({ db, staff, client }) => endOtherSessions(db, staff, client.device),
  )
  .delete(
    '/api/auth/admin/sessions/:id',
    { access: 'staff', right: 'none', summary: 'Ends one of your sessions', errors: ['session_not_found'], returns: z.null() },
    ({ db, staff, params }) => endSession(db, staff.id, params.id),
  )
  .get(
    '/api/auth/admin/second-factor',
    { ...staffWithoutFactor, right: 'none', summary: 'Your second factor', returns: secondFactor },
    ({ db, staff }) => showSecondFactor(db, staff),
  )
  .post(
    '/api/auth/admin/second-factor/secret',
    { ...staffWithoutFactor, right: 'none', summary: 'Creates a secret for an authenticator app', returns: secondFactorSecret },
    ({ db, staff }) => proposeSecret(db, staff),
  )
  .post(
    '/api/auth/admin/second-factor',
    {
      ...staffWithoutFactor,
      right: 'none',
      summary: 'Switches your second factor on',
      body: newSecondFactor,
      errors: [...GUESSING_ERRORS, 'second_factor_is_on'],
      returns: recoveryCodes,
    },
    (call) => switchOnSecondFactor(call.db, call.body, call.staff, call),
  )
  .post(
    '/api/auth/admin/second-factor/recovery-codes',
    {
      access: 'staff',
      right: 'none',
      summary: 'Creates new recovery codes',
      body: secondFactorProof,
      errors: [...GUESSING_ERRORS, 'second_factor_is_off'],
      returns: recoveryCodes,
    },
    (call) => replaceRecoveryCodes(call.db, call.body, call.staff, call),
  )
  .post(
    '/api/auth/admin/second-factor/off',
    {
      access: 'staff',
      right: 'none',
      summary: 'Switches your second factor off',
      body: secondFactorProof,
      errors: [...GUESSING_ERRORS, 'second_factor_is_off', 'second_factor_needed_by_all'],
      sendsMail: true,
      returns: z.null(),
    },
    (call) => switchOffSecondFactor(call.db, call.body, call.staff, call),
  )
  .post(
    '/api/auth/verify',
    {
      access: 'anyone',
      summary: 'Who a token belongs to',
      body: tokenCheck,
      errors: ['not_signed_in', 'staff_only'],
      limit: perMinute(60),
      returns: verifiedStaff,
    },
    ({ db, body }) => verifyStaff(db, body),
  )
  .post(
    '/api/auth/signup',
    {
      access: 'anyone',
      summary: 'Creates a shopper’s account',
      body: shopperSignup,
      limit: perMinute(5),
      sendsMail: true,
      errors: [...SIGN_IN_ERRORS, 'email_not_confirmed', 'signup_closed'],
      status: 201,
      returns: shopperSession,
    },
    ({ db, body, client }) => signUpShopper(db, body, client),
  )
  .post(
    '/api/auth/login',
    {
      access: 'anyone',
      summary: 'Signs a shopper in',
      body: shopperLogin,
      errors: [...SIGN_IN_ERRORS, 'email_not_confirmed'],
      returns: shopperSession,
    },
    ({ db, body, client }) => signInShopper(db, body, client),
  )
  .post('/api/auth/logout', { access: 'shopper', summary: 'Ends a shopper’s session', returns: z.null() }, ({ db, token }) =>
    signOutShopper(db, token),
  )
  .get(
    '/api/auth/me',
    { access: 'shopper', summary: 'The signed-in shopper', returns: ownAccount },
    async ({ db, shopper, token }) => {
      const owner = await ownerOf(db, shopper);
      return { user: shopper, token, isProved: owner.provedEmail !== null, contact: await lastContact(db, owner) };
    },
  )
  .get(
    '/api/auth/addresses',
    { access: 'shopper', summary: 'The shopper’s saved addresses, last used first', returns: z.array(savedAddress) },
    ({ db, shopper }) => listAddresses(db, shopper.id),
  )
  .post(
    '/api/auth/addresses',
    {
      access: 'shopper',
      summary: 'Saves an address; a place that is saved already is corrected and comes first',
      body: addressToSave,
      limit: perMinute(20),
      errors: ['too_many_addresses'],
      status: 201,
      returns: savedAddress,
    },
    ({ db, shopper, body }) => saveAddress(db, shopper.id, body),
  )
  .put(
    '/api/auth/addresses/:id',
    {
      access: 'shopper',
      summary: 'Corrects a saved address',
      body: addressToSave,
      limit: perMinute(20),
      errors: ['address_not_found'],
      returns: savedAddress,
    },
    ({ db, shopper, body, params }) => saveAddress(db, shopper.id, body, params.id),
  )
  .delete(
    '/api/auth/addresses/:id',
    {
      access: 'shopper',
      summary: 'Deletes a saved address',
      limit: perMinute(20),
      errors: ['address_not_found'],
      returns: z.null(),
    },
    ({ db, shopper, params }) => deleteAddress(db, shopper.id, params.id),
  )
  .post(
    '/api/auth/forgot-password',
    {
      access: 'anyone',
      summary: 'Mails a link that sets a new password; the answer says nothing about the address',
      body: forgottenPassword,
      limit: perMinute(10),
      sendsMail: true,
      returns: z.null(),
    },
    ({ db, body }) => askForPasswordReset(db, body),
  )
  .post(
    '/api/auth/admin/forgot-password',
    {
      access: 'anyone',
      summary: 'Mails staff a link that sets a new password; the answer says nothing about the name',
      body: forgottenStaffPassword,
      limit: { ...perMinute(10), with: 'post /api/auth/forgot-password' },
      sendsMail: true,
      returns: z.null(),
    },
    ({ db, body }) => askForStaffPasswordReset(db, body),
  )
  .post(
    '/api/auth/reset-password/check',
    {
      access: 'anyone',
      summary: 'Whose password a mailed link sets',
      body: linkToken,
      limit: perMinute(20),
      errors: LINK_ERRORS,
      returns: resetLink,
    },
    ({ db, body }) => checkResetLink(db, body),
  )
  .post(
    '/api/auth/reset-password',
    {
      access: 'anyone',
      summary: 'Sets a new password by a mailed link and ends all sessions of the account',
      body: passwordReset,
      limit: perMinute(10),
      errors: [...LINK_ERRORS, 'auth_unreachable'],
      sendsMail: true,
      returns: z.null(),
    },
    ({ db, body }) => resetPassword(db, body),
  )
  .post(
    '/api/auth/address-proof/send',
    {
      access: 'shopper',
      summary: 'Mails a link that proves the shopper’s address, unless it is proved',
      errors: ['too_many_requests'],
      sendsMail: true,
      returns: z.null(),
    },
    ({ db, shopper }) => askForAddressProof(db, shopper),
  )
  .post(
    '/api/auth/address-proof',
    {
      access: 'shopper',
      summary: 'Proves the shopper’s address by a mailed link',
      body: linkToken,
      limit: perMinute(20),
      errors: [...LINK_ERRORS, 'other_account'],
      returns: z.null(),
    },
    ({ db, body, shopper }) => proveAddress(db, body, shopper),
  ).handler;

export const config: Config = { path: '/api/auth/*' };
