import { type SubmitEvent, useState } from 'react';
import { afterTyping, focusFirst } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import { pageAfterSignIn } from './after-sign-in.ts';
import { type Mode, type SignInOutcome, signIn } from './sign-in.ts';

const LABELS = {
  'sign-in': { title: 'Sign In', busy: 'Signing in...', other: 'New here?', otherAction: 'Create an account' },
  'sign-up': { title: 'Create Account', busy: 'Creating...', other: 'Already have an account?', otherAction: 'Sign in' },
} as const;

interface Props {
  /** What happens then, instead of going where the shopper came from. */
  onSignedIn?(): void;
}

/** Signs in or signs up, in one form: signing up has one more field. */
export function LoginForm({ onSignedIn = () => location.assign(pageAfterSignIn(location.search)) }: Props) {
  const [mode, setMode] = useState<Mode>('sign-in');
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [isBusy, setIsBusy] = useState(false);
  const labels = LABELS[mode];
  const refused = outcome?.kind === 'refused' ? outcome : undefined;
  const fieldErrors = refused?.fieldErrors ?? {};

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const text = (name: string) => String(typed.get(name) ?? '');
    setIsBusy(true);
    setOutcome(undefined);
    const outcome = await signIn(mode, {
      email: text('email').trim(),
      password: text('password'),
      username: text('username').trim(),
    }).finally(() => setIsBusy(false));
    if (outcome.kind === 'signed-in') onSignedIn();
    setOutcome(outcome);
    if (outcome.kind === 'refused') focusFirst(form, outcome.fieldErrors);
  };

  const change = () => {
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in');
    setOutcome(undefined);
  };

  return (
    <div className="mx-auto max-w-md rounded-sm border border-line bg-white px-5 py-8 sm:px-9 sm:py-10">
      <h2 className="mb-6 text-3xl">{labels.title}</h2>
      <form
        method="post"
        action="/forms/login"
        noValidate
        onSubmit={submit}
        onInput={({ target }) => refused && setOutcome(afterTyping(refused, (target as HTMLInputElement).name))}
        aria-label={labels.title}
        className="space-y-5"
      >
        {mode === 'sign-up' && (
          <Field label="Name (optional)" error={fieldErrors.username} hint="How we greet you.">
            {(control) => <input {...control} name="username" autoComplete="name" className="field" />}
          </Field>
        )}
        <Field label="Email" error={fieldErrors.email}>
          {(control) => <input {...control} name="email" type="email" autoComplete="username" required className="field" />}
        </Field>
        <Field label="Password" error={fieldErrors.password} hint={mode === 'sign-up' ? 'At least 10 characters.' : undefined}>
          {(control) => (
            <input
              {...control}
              name="password"
              type="password"
              autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
              required
              className="field"
            />
          )}
        </Field>
        <button type="submit" disabled={isBusy} className="btn btn-primary w-full">
          {isBusy ? labels.busy : labels.title}
        </button>
        <OutcomeMessage outcome={outcome} />
      </form>
      {mode === 'sign-in' && (
        <p className="mt-3 text-center text-sm">
          <a href="/forgot-password" className="inline-flex min-h-11 items-center text-link">
            Forgot password?
          </a>
        </p>
      )}
      <p className="mt-6 border-t border-line pt-4 text-center text-sm text-ink-soft">
        {labels.other}{' '}
        <button
          type="button"
          onClick={change}
          className="min-h-11 font-medium text-ink underline decoration-gold underline-offset-4"
        >
          {labels.otherAction}
        </button>
      </p>
    </div>
  );
}

/** Both live regions are always rendered: screen readers announce only changes. */
function OutcomeMessage({ outcome }: { outcome: SignInOutcome | undefined }) {
  return (
    <div>
      <p role="alert" className="text-danger">
        {outcome?.kind === 'refused' && outcome.text}
      </p>
      <p role="status" className="text-leaf">
        {outcome?.kind === 'confirm-address' &&
          'We have sent you an e-mail. Open the link in it to confirm your address, then sign in.'}
      </p>
    </div>
  );
}
