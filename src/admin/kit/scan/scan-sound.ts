import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';

/** Whether a scan is heard. On until somebody turns it off on this device. */
export const $scanSound = safePersistentAtom<boolean>('admin.scan-sound', true, (found) => found !== false);

export type Tone = 'right' | 'wrong';

/** Pitch in hertz, start and length in seconds: right is one high beep, wrong two low ones. */
const NOTES: Record<Tone, { hertz: number; at: number; seconds: number; shape: OscillatorType }[]> = {
  right: [{ hertz: 1320, at: 0, seconds: 0.09, shape: 'sine' }],
  wrong: [
    { hertz: 196, at: 0, seconds: 0.18, shape: 'square' },
    { hertz: 165, at: 0.22, seconds: 0.26, shape: 'square' },
  ],
};

/** Milliseconds of buzzing and pausing in turn. */
const BUZZ: Record<Tone, number[]> = { right: [40], wrong: [160, 80, 160] };

const VOLUME: Record<Tone, number> = { right: 0.12, wrong: 0.07 };

let audio: AudioContext | null = null;

/** Beeps and vibrates for a scan; silent while the sound is off, but a phone still vibrates. Browsers stay silent until the page was touched once. */
export function playScan(tone: Tone): void {
  (navigator as Partial<Navigator>).vibrate?.(BUZZ[tone]);
  if ($scanSound.get()) beep(tone).catch((reason: unknown) => console.warn('The scan was not heard', reason));
}

async function beep(tone: Tone): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await audio.resume();
  for (const { hertz, at, seconds, shape } of NOTES[tone]) {
    const begin = audio.currentTime + at;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(VOLUME[tone], begin + 0.008);
    volume.gain.setValueAtTime(VOLUME[tone], begin + seconds - 0.03);
    volume.gain.linearRampToValueAtTime(0, begin + seconds);
    const note = new OscillatorNode(audio, { frequency: hertz, type: shape });
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + seconds);
  }
}
