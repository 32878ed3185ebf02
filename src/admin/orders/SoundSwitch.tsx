import { useStore } from '@nanostores/react';
import { Bell, BellOff } from 'lucide-react';
import { $newOrderSound, playNewOrderSound } from './new-order-sound.ts';

/** Switches the sound of new orders on and off on this machine. Switched on, it lets it be heard once. */
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
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
