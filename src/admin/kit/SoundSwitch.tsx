import { useStore } from '@nanostores/react';
import type { WritableAtom } from 'nanostores';
import type { ComponentType } from 'react';

interface Props {
  /** Whether this device plays it. */
  sound: WritableAtom<boolean>;
  play: () => unknown;
  label: string;
  /** What it means to be on, and to be off. */
  titles: [on: string, off: string];
  icons: [On: ComponentType<{ className?: string }>, Off: ComponentType<{ className?: string }>];
}

/** Switches a sound on or off on this device, and plays it once when switched on. */
export function SoundSwitch({ sound, play, label, titles, icons }: Props) {
  const isOn = useStore(sound);
  const Icon = icons[isOn ? 0 : 1];

  function toggle() {
    sound.set(!isOn);
    if (!isOn) play();
  }

  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={toggle}
      aria-label={label}
      title={titles[isOn ? 0 : 1]}
      className="btn-icon shrink-0"
    >
      <Icon className="size-5" />
    </button>
  );
}
