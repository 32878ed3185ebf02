import Copy from 'virtual:icons/copy';
import { useErrorBanner } from './error-banner.tsx';
import { toast } from './toast.ts';

/** Copies a text; `what` names it: `IBAN`. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const report = useErrorBanner();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast(`The ${what} was copied`);
    } catch (error) {
      report(error, `The ${what} could not be copied. Select it and copy it by hand.`);
    }
  }

  return (
    <button type="button" aria-label={`Copy the ${what}`} onClick={() => void copy()} className="btn btn-outline btn-small">
      <Copy className="size-4" />
      Copy
    </button>
  );
}
