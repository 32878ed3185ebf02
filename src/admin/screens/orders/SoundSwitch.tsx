import Bell from 'virtual:icons/bell';
import BellOff from 'virtual:icons/bell-off';
import { useStore } from '@nanostores/react';
import { $newOrderSound, playNewOrderSound } from './new-order-sound.ts';

/** Switches the sound for new orders on or off on this machine, and plays it once when switched on. */
export function SoundSwitch() {
  const isOn = useStore($newOrderSound);
  const Icon = isOn ? Bell : BellOff;

  function toggle() {
    $newOrderSound.set(!isOn);
    if (!isOn) void playNewOrderSound();
  }

  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={toggle}
      aria-label="Sound for new orders"
      title={isOn ? 'New orders are heard on this machine' : 'New orders come silently'}
      className="btn-icon"
    >
      <Icon className="size-5" />
    </button>
  );
}
