import Camera from 'virtual:icons/camera';
import CircleAlert from 'virtual:icons/circle-alert';
import CircleCheck from 'virtual:icons/circle-check';
import { type FormEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { Field } from '#components/Field.tsx';
import { ScanSoundSwitch } from './ScanSoundSwitch.tsx';
import { useKeyboardScan } from './use-keyboard-scan.ts';
import { type ScanOutcome, type ShownOutcome, useScanFeedback } from './use-scan-feedback.ts';

const CameraScan = lazy(async () => ({ default: (await import('./CameraScan.tsx')).CameraScan }));

interface Props {
  label: string;
  placeholder?: string;
  hint?: ReactNode;
  /** Name of the button beside the box. */
  action: string;
  /**
   * A code that was scanned anywhere on the screen, seen by the camera, or typed here. What it did is heard, felt and said; without words, the screen says it
   * itself, and after null there is nothing to hear either. Codes wait for one another.
   */
  onCode: (code: string) => ScanOutcome | null | Promise<ScanOutcome | null>;
  disabled?: boolean;
  /** Ids of what else says something about the box. */
  describedBy?: string | undefined;
  /** The box itself, for whoever gives it the focus. */
  box?: RefObject<HTMLInputElement | null>;
}

/** Where codes come in: a handheld scanner works wherever the focus is, the camera once it is opened, and whoever has neither types. */
export function ScanField({
  label,
  placeholder = 'Scan or type, then Enter',
  hint,
  action,
  onCode,
  disabled = false,
  describedBy,
  box,
}: Props) {
  const [typed, setTyped] = useState('');
  const [isCameraOpen, setCameraOpen] = useState(false);
  const [outcome, tell] = useScanFeedback();
  const last = useRef<Promise<void>>(Promise.resolve());

  function read(code: string) {
    if (disabled) return;
    // A code is answered by what the one before it has left.
    last.current = last.current.then(async () => {
      const answer = await onCode(code);
      if (answer) tell(answer);
    });
    last.current = last.current.catch((failure: unknown) => {
      console.error(failure);
      tell({ tone: 'wrong', text: `“${code}” was not read. Scan it again` });
    });
  }
  useKeyboardScan(read, disabled);

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = typed.trim();
    if (!code) return;
    setTyped('');
    read(code);
  }

  return (
    <div>
      <form onSubmit={submit}>
        <Field label={label} hint={hint}>
          {(control) => (
            <div className="flex gap-2">
              <input
                {...control}
                ref={box}
                aria-describedby={[control['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                disabled={disabled}
                placeholder={placeholder}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                enterKeyHint="go"
                className="field min-w-0"
              />
              <button type="submit" disabled={disabled} className="btn btn-outline shrink-0 px-4">
                {action}
              </button>
              <button
                type="button"
                disabled={disabled}
                aria-pressed={isCameraOpen}
                onClick={() => setCameraOpen(!isCameraOpen)}
                aria-label="Scan with the camera"
                title="Scan with the camera"
                className="btn-icon shrink-0"
              >
                <Camera className="size-5" />
              </button>
              <ScanSoundSwitch />
            </div>
          )}
        </Field>
      </form>
      {isCameraOpen && !disabled && (
        <Suspense fallback={<p className="mt-3 text-sm text-muted">Starting the camera…</p>}>
          <CameraScan onCode={read} onClose={() => setCameraOpen(false)} />
        </Suspense>
      )}
      <Outcome outcome={outcome} />
    </div>
  );
}

/** What the last scan did, said at once when it was wrong. Its key has the same words said again. */
function Outcome({ outcome }: { outcome: ShownOutcome | null }) {
  const isWrong = outcome?.tone === 'wrong';
  const Icon = isWrong ? CircleAlert : CircleCheck;
  return (
    <div aria-live={isWrong ? 'assertive' : 'polite'} data-scan={outcome?.tone} className="mt-3 empty:hidden">
      {outcome?.text && (
        <p
          key={outcome.number}
          className={`flex items-start gap-2 rounded-lg px-3 py-2.5 ${isWrong ? 'bg-[#fbeaea] text-danger' : 'bg-cream text-ink'}`}
        >
          <Icon className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0 break-words">{outcome.text}</span>
        </p>
      )}
    </div>
  );
}
