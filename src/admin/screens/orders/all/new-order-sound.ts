import { useEffect, useRef } from 'react';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';

/** Whether this machine plays a sound for new orders. */
export const $newOrderSound = safePersistentAtom<boolean>('admin.new-order-sound', false, (found) => found === true);

/** Two notes: pitch in hertz, start in seconds. */
const NOTES = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.14 },
];
const NOTE_SECONDS = 0.35;
const VOLUME = 0.08;

let audio: AudioContext | null = null;

/** Plays the sound of a new order. Browsers stay silent until the page was touched once. */
export async function playNewOrderSound(): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
  for (const { hertz, at } of NOTES) {
    const begin = audio.currentTime + at;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(VOLUME, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + NOTE_SECONDS);
    const note = new OscillatorNode(audio, { frequency: hertz });
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + NOTE_SECONDS);
  }
}

/** Plays it when the number of orders has grown, if it is switched on. */
export function useNewOrderSound(totalOrders: number | undefined): void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (totalOrders === undefined) return;
    const isMore = before.current !== undefined && totalOrders > before.current;
    before.current = totalOrders;
    if (isMore && $newOrderSound.get()) void playNewOrderSound();
  }, [totalOrders]);
}
