import { Secret, TOTP } from 'otpauth';
import { DEMO_LOGINS, type DemoLogin, type DemoLogins } from '#domain/staff/demo-logins.ts';
import { readDemoStaff } from './demo-staff.ts';
import { type Colleague, readTeam } from './demo-team.ts';

const STEP_MS = 30_000;

/** How a socket names this machine, and how its browsers do. */
const OWN_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Answers the login page that is opened on this machine: who works in the demo, and what one of them signs in with. Undefined for any other request.
 * Other machines hear of nobody, nor does whoever comes through a tunnel or under another name of this one. Takes the demo's data folder; null for none.
 */
export function answerDemoLogins(data: string | null): (request: Request, ip: string) => Promise<Response | undefined> {
  /** The time step of the last code that each was given: a code signs in once. */
  const given = new Map<string, number>();
  const nextCode = (username: string, secret: string) => {
    const now = Math.floor(Date.now() / STEP_MS);
    // The shop takes codes of the step before, of this one and of the next.
    const step = Math.min(now + 1, Math.max(now - 1, (given.get(username) ?? 0) + 1));
    given.set(username, step);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * STEP_MS });
  };

  return async (request, ip) => {
    const { hostname, pathname } = new URL(request.url);
    if (pathname !== DEMO_LOGINS && !pathname.startsWith(`${DEMO_LOGINS}/`)) return undefined;
    const isHere = OWN_ADDRESSES.includes(ip) && OWN_NAMES.includes(hostname);
    const members = data !== null && isHere ? await membersOf(data) : [];
    if (pathname === DEMO_LOGINS) return answer(members.map(({ username, role }) => ({ username, role })) satisfies DemoLogins);

    const member = members.find(({ username }) => request.method === 'POST' && pathname === `${DEMO_LOGINS}/${username}`);
    if (!member) return new Response('Not found', { status: 404 });
    const code = member.secret === null ? null : nextCode(member.username, member.secret);
    return answer({ password: member.password, code } satisfies DemoLogin);
  };
}

/** The owner and the team; nobody without a team. */
async function membersOf(data: string): Promise<Colleague[]> {
  const [owner, team] = await Promise.all([readDemoStaff(data), readTeam(data)]);
  return owner && team.length > 0 ? [{ ...owner, role: 'Owner', secret: null }, ...team] : [];
}

const answer = (body: unknown) => Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
