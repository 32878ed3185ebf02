import { useEffect, useState } from 'react';
import { signIn } from '#admin/platform/session.ts';
import { DEMO_LOGINS, demoLogin, demoLogins, type DemoLogins as Logins } from '#domain/staff/demo-logins.ts';
import { loginFailureText } from './login-failure-text.ts';

interface Props {
  /** Shows the form what is signed in with. */
  onChoose(username: string, password: string): void;
}

/** Everybody who works in the demo, to sign in as with one press. Nothing where the server of this address has no demo. */
export function DemoLogins({ onChoose }: Props) {
  const [logins, setLogins] = useState<Logins>([]);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    readLogins().then(setLogins, () => setLogins([]));
  }, []);

  async function enterAs(username: string) {
    setFailure('');
    setBusy(true);
    try {
      const answer = await fetch(`${DEMO_LOGINS}/${username}`, { method: 'POST' });
      const { password, code } = demoLogin.parse(await answer.json());
      onChoose(username, password);
      await signIn(username, password, code ?? undefined);
    } catch (error) {
      setFailure(loginFailureText(error));
      setBusy(false);
    }
  }

  if (logins.length === 0) return null;
  return (
    <section aria-labelledby="demo-logins" className="mt-4 border-t border-line pt-5">
      <h2 id="demo-logins" className="font-serif text-xl">
        The demo’s staff
      </h2>
      <p className="mt-1 text-sm text-muted">Each role sees what its work needs. Only this computer is offered these.</p>
      <ul className="mt-3 grid gap-2">
        {logins.map(({ username, role }) => (
          <li key={username}>
            <button type="button" disabled={isBusy} onClick={() => enterAs(username)} className="btn btn-outline w-full">
              Sign in as {role}
            </button>
          </li>
        ))}
      </ul>
      <p role="alert" className="mt-3 text-sm text-danger empty:hidden">
        {failure}
      </p>
    </section>
  );
}

/** @throws SyntaxError or ZodError from a server that knows of no demo */
async function readLogins(): Promise<Logins> {
  const answer = await fetch(DEMO_LOGINS, { headers: { Accept: 'application/json' } });
  return demoLogins.parse(await answer.json());
}
