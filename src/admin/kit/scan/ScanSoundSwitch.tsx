import Volume2 from 'virtual:icons/volume-2';
import VolumeX from 'virtual:icons/volume-x';
import { SoundSwitch } from '#admin/kit/SoundSwitch.tsx';
import { $scanSound, playScan } from './scan-sound.ts';

export function ScanSoundSwitch() {
  return (
    <SoundSwitch
      sound={$scanSound}
      play={() => playScan('right')}
      label="Sound of scans"
      titles={['Scans make a sound on this device', 'Scans are silent on this device']}
      icons={[Volume2, VolumeX]}
    />
  );
}
