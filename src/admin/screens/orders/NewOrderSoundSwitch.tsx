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
      titles={['New orders are heard on this machine', 'New orders come silently']}
      icons={[Bell, BellOff]}
    />
  );
}
