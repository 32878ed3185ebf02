import Bell from 'virtual:icons/bell';
import BellOff from 'virtual:icons/bell-off';
import { SoundSwitch } from '#admin/kit/SoundSwitch.tsx';
import { $newOrderSound, playNewOrderSound } from './new-order-sound.ts';

export function NewOrderSoundSwitch() {
  return (
    <SoundSwitch
      sound={$newOrderSound}
      play={playNewOrderSound}
      label="Sound for new orders"
      titles={['New orders make a sound on this device', 'New orders come in silently']}
      icons={[Bell, BellOff]}
    />
  );
}
