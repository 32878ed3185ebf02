import * as z from 'zod';
import { isLoopback } from '#domain/push/push-hosts.ts';
import { optionalText, parseEnv } from '#server/parse-env.ts';
import { arePair, type VapidKeys } from './vapid-keys.ts';

export interface PushSettings extends VapidKeys {
  /** Whom a push service writes to about the shop: `mailto:` or `https:`. */
  subject: string;
  /** The push service of the tests; null: none but the real ones. */
  testService: string | null;
}

const variables = z.object({
  VAPID_PUBLIC_KEY: optionalText,
  VAPID_PRIVATE_KEY: optionalText,
  VAPID_SUBJECT: optionalText,
  PUSH_TEST_SERVICE: optionalText,
});

/** Names that no mail reaches: Apple answers a subject with one of them 403 `BadJwtToken`, while Google takes it. */
const NO_REAL_NAME =
  /(^|\.)(localhost|local|localdomain|invalid|test|example|internal|intranet|private|lan|home|corp|arpa|onion)$/i;

/**
 * How notifications are set up in an environment: null where nobody wants them, or what is wrong. Half or wrongly set up they stay off and everything else
 * goes on.
 */
export function pushSettingsOf(
  environment: Record<string, string | undefined>,
): { settings: PushSettings } | { problem: string | null } {
  const {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: subject,
    PUSH_TEST_SERVICE,
  } = parseEnv(variables, environment);
  if (!publicKey && !privateKey && !subject) return { problem: null };
  const missing = Object.entries({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject });
  if (!publicKey || !privateKey || !subject)
    return { problem: `${missing.flatMap(([name, value]) => (value ? [] : [name])).join(', ')} not set` };
  if (!arePair({ publicKey, privateKey }))
    return { problem: 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair: npm run push:keys makes one' };
  const problem = subjectProblem(subject);
  if (problem) return { problem: `VAPID_SUBJECT ${problem}` };
  return { settings: { publicKey, privateKey, subject, testService: loopbackOrigin(PUSH_TEST_SERVICE) } };
}

function subjectProblem(subject: string): string | null {
  const domain = /^mailto:[^\s@<>:]+@([^\s@/:?]+)$/i.exec(subject)?.[1] ?? httpsHost(subject);
  if (!domain) return 'must be mailto: with an address and nothing else, or an address that begins with https://';
  return NO_REAL_NAME.test(domain) || !/\.[a-z][a-z0-9-]*[a-z]$/i.test(domain)
    ? `must be reachable from everywhere: “${domain}” has no real top-level domain, and Apple refuses it`
    : null;
}

function httpsHost(subject: string): string | undefined {
  if (/\s/.test(subject) || !URL.canParse(subject)) return undefined;
  const { protocol, hostname } = new URL(subject);
  return protocol === 'https:' ? hostname : undefined;
}

/** A service on this machine alone. */
function loopbackOrigin(address: string | undefined): string | null {
  return address && isLoopback(`${address}/`) ? new URL(address).origin : null;
}
