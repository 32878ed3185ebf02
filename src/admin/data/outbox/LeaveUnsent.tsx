import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';

interface Props {
  /** How much waits on this device. */
  count: string;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks before signing out while something waits on this device. It stays, and is sent when the same person signs in here again. */
export default function LeaveUnsent({ count, onLeave, onClose }: Props) {
  return (
    <ConfirmDialog
      question="Log out with unsent work?"
      detail={`Not sent yet: ${count}. It stays on this device and is sent when you sign in here again, by nobody else.`}
      action="Log out"
      onConfirm={onLeave}
      onClose={onClose}
    />
  );
}
