import Volume2 from 'virtual:icons/volume-2';
import VolumeX from 'virtual:icons/volume-x';
import { useStore } from '@nanostores/react';
import { $scanSound, playScan } from './scan-sound.ts';

/** Switches the sound of scans on or off on this device, and plays it once when switched on. */
export function ScanSoundSwitch() {
  const isOn = useStore($scanSound);
  const Icon = isOn ? Volume2 : VolumeX;

  function toggle() {
    $scanSound.set(!isOn);
    if (!isOn) playScan('right');
  }

  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={toggle}
      aria-label="Sound of scans"
      title={isOn ? 'Scans are heard on this device' : 'Scans are silent on this device'}
      className="btn-icon shrink-0"
    >
      <Icon className="size-5" />
    </button>
  );
}
