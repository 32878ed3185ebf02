import { useId, useState } from 'react';
import { OUTCOMES } from '#admin/data/confirmations/labels.ts';
import { fromShopClock } from '#admin/kit/formats.ts';
import { type Shortcut, useShortcuts } from '#admin/kit/shortcuts.ts';
import { CONFIRMATION_OUTCOMES, type ConfirmationOutcome } from '#domain/confirmations/contract.ts';
import { callBackTimes } from './call-back-times.ts';
import type { Confirmations } from './use-confirmations.ts';

/** What came of asking, one press each, at the bottom where a thumb reaches it. A call-back asks for its time first. */
export function OutcomeBar({
  confirmations: { record, isReady, note, noteError, setNote, how },
}: {
  confirmations: Confirmations;
}) {
  const [isAsking, setAsking] = useState(false);
  const noteErrorId = useId();
  const times = isAsking ? callBackTimes() : [];

  function choose(outcome: ConfirmationOutcome): void {
    if (noteError) return;
    if (outcome === 'call_back') setAsking(true);
    else record(outcome);
  }

  useShortcuts(
    isAsking
      ? [
          ...times.map(({ label, at }, n): Shortcut => ({ key: String(n + 1), does: label, run: () => record('call_back', at) })),
          { key: 'Escape', does: 'Back to the answers', run: () => setAsking(false) },
        ]
      : CONFIRMATION_OUTCOMES.map((outcome, n) => ({ key: String(n + 1), does: OUTCOMES[outcome], run: () => choose(outcome) })),
  );

  return (
    <div className="sticky bottom-(--phone-bar) z-10 -mx-4 border-t border-line bg-white px-4 py-3 shadow-lift sm:mx-0 sm:rounded-lg sm:border">
      {isAsking ? (
        <CallBack times={times} isReady={isReady} onChoose={(at) => record('call_back', at)} onBack={() => setAsking(false)} />
      ) : (
        <>
          <label className="mb-2 flex items-center gap-3 text-sm">
            Note
            <input
              data-note
              value={note}
              aria-invalid={Boolean(noteError)}
              aria-describedby={noteError && noteErrorId}
              dir="auto"
              autoComplete="off"
              onChange={({ target }) => setNote(target.value)}
              // The keys of the desk work again.
              onKeyDown={({ key, currentTarget }) => (key === 'Enter' || key === 'Escape') && currentTarget.blur()}
              className="field min-h-10 grow py-1.5"
            />
          </label>
          {noteError && (
            <p id={noteErrorId} className="field-error mb-2">
              {noteError}
            </p>
          )}
          <fieldset
            aria-label={how === 'whatsapp' ? 'Answer by WhatsApp' : 'Answer'}
            className="grid grid-cols-4 gap-2 sm:grid-cols-5"
          >
            {CONFIRMATION_OUTCOMES.map((outcome, n) => (
              <button
                key={outcome}
                type="button"
                disabled={!isReady}
                onClick={() => choose(outcome)}
                className={`btn gap-2 px-2 text-sm leading-tight tracking-normal sm:whitespace-nowrap ${outcome === 'confirmed' ? 'btn-primary max-sm:col-span-4' : 'btn-outline'}`}
              >
                {OUTCOMES[outcome]}
                <Key>{n + 1}</Key>
              </button>
            ))}
          </fieldset>
        </>
      )}
    </div>
  );
}

interface CallBackProps {
  times: ReturnType<typeof callBackTimes>;
  isReady: boolean;
  onChoose: (at: string) => void;
  onBack: () => void;
}

function CallBack({ times, isReady, onChoose, onBack }: CallBackProps) {
  const [own, setOwn] = useState('');
  const ownTime = fromShopClock(own);
  return (
    <fieldset aria-label="Call back at" className="space-y-2">
      <div className="grid gap-2 sm:grid-cols-4">
        {times.map(({ label, at }, n) => (
          <button
            key={label}
            type="button"
            disabled={!isReady}
            onClick={() => onChoose(at)}
            className="btn btn-outline gap-2 px-2 text-sm tracking-normal"
          >
            {label}
            <Key>{n + 1}</Key>
          </button>
        ))}
        <button type="button" onClick={onBack} className="btn gap-2 px-2 text-sm tracking-normal">
          Back
          <Key>Esc</Key>
        </button>
      </div>
      <div className="flex items-end gap-2">
        <label className="grow text-sm">
          Another time, in Pakistan
          <input
            type="datetime-local"
            value={own}
            onChange={({ target }) => setOwn(target.value)}
            className="field mt-1 min-h-10 py-1.5"
          />
        </label>
        <button
          type="button"
          disabled={!ownTime || !isReady}
          onClick={() => ownTime && onChoose(ownTime)}
          className="btn btn-outline min-h-10 px-4 text-sm"
        >
          Call back then
        </button>
      </div>
    </fieldset>
  );
}

/** The key of a button, where there is a keyboard. */
export function Key({ children }: { children: string | number }) {
  return (
    <kbd
      aria-hidden
      className="rounded border border-current/40 px-1.5 font-sans text-xs opacity-70 max-sm:hidden pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}
