import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { $unsent, sendNow, startOutbox } from '#admin/platform/staff-outbox.ts';

/** Asks before signing out while something waits on this device. What waits stays, and is sent when the same person signs in here again. */
export default function LeaveUnsent({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  const count = useStore($unsent).length;
  useEffect(() => {
    startOutbox();
    void sendNow();
  }, []);
  return (
    <ConfirmDialog
      question="Log out with unsent work?"
      detail={
        count === 0
          ? 'Everything of yours is sent by now.'
          : `${count === 1 ? 'One entry is' : `${count} entries are`} not sent yet. They stay on this device and are sent when you sign in here again, and by nobody else.`
      }
      action="Log out"
      onConfirm={onLeave}
      onClose={onClose}
    />
  );
}
