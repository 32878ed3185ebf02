import { useCallback, useState } from 'react';
import { playScan, type Tone } from './scan-sound.ts';

/** What a scan did, in words. */
export interface ScanOutcome {
  tone: Tone;
  text: string;
}

/** The last outcome, numbered, so that the same words twice are two. */
export type ShownOutcome = ScanOutcome & { number: number };

/** What the last scan did, and how to say the next: it is heard and felt, and shown as words. */
export function useScanFeedback(): [ShownOutcome | null, (outcome: ScanOutcome) => void] {
  const [shown, setShown] = useState<ShownOutcome | null>(null);
  const tell = useCallback((outcome: ScanOutcome) => {
    playScan(outcome.tone);
    setShown((before) => ({ ...outcome, number: (before?.number ?? 0) + 1 }));
  }, []);
  return [shown, tell];
}
