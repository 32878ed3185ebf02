interface Props {
  /** The button's text while it is not busy. */
  label: string;
  isBusy: boolean;
  /** Why signing in failed; empty when it did not. */
  failure: string;
}

/** The submit button of the login's forms, with the reason below it when signing in failed. */
export function SignInButton({ label, isBusy, failure }: Props) {
  return (
    <>
      <button type="submit" disabled={isBusy} className="btn btn-primary mt-6 w-full">
        {isBusy ? 'Signing in…' : label}
      </button>
      <p role="alert" className="mt-4 text-sm text-danger empty:hidden">
        {failure}
      </p>
    </>
  );
}
