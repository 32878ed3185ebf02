import Copy from 'virtual:icons/copy';
import { Field } from '#components/Field.tsx';
import { useErrorBanner } from './error-banner.tsx';
import { toast } from './toast.ts';

/** A link in a read-only field, with a copy button. */
export function CopyLink({ link }: { link: string }) {
  const report = useErrorBanner();

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      toast('The link was copied');
    } catch (error) {
      report(error, 'The link could not be copied. Select it and copy it by hand.');
    }
  }

  return (
    <Field label="Link">
      {(control) => (
        <div className="flex gap-2">
          <input {...control} readOnly value={link} onFocus={(event) => event.target.select()} className="field text-sm" />
          <button type="button" onClick={() => void copy()} className="btn btn-outline px-4">
            <Copy className="size-4" />
            Copy
          </button>
        </div>
      )}
    </Field>
  );
}
