interface Props {
  /** What it says while nothing is under way. */
  label: string;
  isBusy: boolean;
  /** Why signing in failed; empty when it did not. */
  failure: string;
}

/** Sends a form of the door, and says below why that did not open it. */
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
