import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { codesInSight } from './codes-in-sight.ts';
import { type CodeDetector, codeDetector } from './detector.ts';

/** Often enough that a code is read as soon as it is held still, and seldom enough that a phone stays cool. */
const LOOK_EVERY_MS = 140;

interface Props {
  onCode: (code: string) => void;
  onClose: () => void;
}

/** The phone's camera, which reads codes until it is closed. */
export function CameraScan({ onCode, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'looking' | { failed: string }>('starting');
  const found = useEffectEvent(onCode);

  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let detector: CodeDetector | undefined;

    async function start() {
      stream = await openCamera();
      const screen = video.current;
      if (isOver || !screen) return stop();
      screen.srcObject = stream;
      await screen.play();
      const ready = await codeDetector().catch((cause: unknown) => {
        throw new Error('This browser cannot read codes with its camera. Type the code instead', { cause });
      });
      if (isOver) return ready.close();
      detector = ready;
      setState('looking');
      look(screen, ready, codesInSight());
    }

    async function look(screen: HTMLVideoElement, ready: CodeDetector, fresh: ReturnType<typeof codesInSight>) {
      // A frame that cannot be read is followed by one that can.
      const codes = await ready.read(screen).catch(() => []);
      if (isOver) return;
      for (const code of fresh(
        codes.map((code) => code.trim()),
        performance.now(),
      ))
        found(code);
      timer = setTimeout(() => void look(screen, ready, fresh), LOOK_EVERY_MS);
    }

    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }

    start().catch((failure: unknown) => {
      stop();
      if (!isOver) setState({ failed: cameraFailure(failure) });
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      detector?.close();
      stop();
    };
  }, []);

  const failed = typeof state === 'object' ? state.failed : null;
  return (
    <div className="mt-3">
      {failed ? (
        <p role="alert" className="text-sm text-danger">
          {failed}
        </p>
      ) : (
        <div className="relative overflow-hidden rounded-lg bg-ink">
          <video ref={video} muted playsInline aria-label="Camera" className="max-h-[40vh] min-h-40 w-full object-cover" />
          <div aria-hidden="true" className="absolute inset-x-[12%] top-1/2 h-0.5 bg-gold" />
          <p role="status" className="absolute inset-x-0 bottom-0 bg-ink/70 px-3 py-1.5 text-center text-sm text-white">
            {state === 'starting' ? 'Starting the camera…' : 'Hold a code before the line'}
          </p>
        </div>
      )}
      <button type="button" onClick={onClose} className="btn btn-outline mt-2 px-4">
        Close camera
      </button>
    </div>
  );
}

/** The camera at the back of a phone. @throws Error with what a person can do about it */
function openCamera(): Promise<MediaStream> {
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  if (!devices) throw new Error('The camera needs a secure address (https). Type the code instead');
  return devices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } });
}

function cameraFailure(failure: unknown): string {
  const { name = '', message = '' } = failure instanceof Error || failure instanceof DOMException ? failure : {};
  if (name === 'NotAllowedError') return 'The camera was not allowed. Allow it in the browser’s settings, or type the code';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'This device has no camera. Type the code instead';
  if (name === 'NotReadableError') return 'Another app uses the camera. Close it there, or type the code';
  return name === 'Error' && message ? message : 'The camera did not start. Type the code instead';
}
