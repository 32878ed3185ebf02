import Copy from 'virtual:icons/copy';
import Download from 'virtual:icons/download';
import { useState } from 'react';
import { toast } from '#admin/kit/toast.ts';
import { SHOP } from '#built/settings.ts';

/** Shows the recovery codes once: to write down, copy or save. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isSaved, setSaved] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast('The codes were copied');
    } catch (error) {
      console.warn('The codes could not be copied', error);
      toast('The codes could not be copied. Select them and copy them by hand.');
    }
  }

  return (
    <>
      <p>
        These are your recovery codes. Each lets you in once without the phone. They are shown only now: keep them where the phone
        is not.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid gap-x-6 gap-y-1 rounded-lg bg-cream p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" onClick={() => download(codes)} className="btn btn-outline px-4">
          <Download className="size-4" />
          Download
        </button>
        <button type="button" onClick={() => void copy()} className="btn btn-outline px-4">
          <Copy className="size-4" />
          Copy
        </button>
      </div>
      <label className="mt-5 flex items-center gap-3">
        <input type="checkbox" checked={isSaved} onChange={(event) => setSaved(event.target.checked)} className="checkbox" />I
        have kept the codes
      </label>
      <button type="button" disabled={!isSaved} onClick={onDone} className="btn btn-primary mt-5 w-full">
        Done
      </button>
    </>
  );
}

function download(codes: string[]): void {
  const text = `Recovery codes for the back office of ${SHOP.name}. Each is good once.\n\n${codes.join('\n')}\n`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  // The download has begun with the click; its address is needed a moment longer.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
