import { Dialog } from './Dialog.tsx';

/** Stands in for a dialog that was opened by its address without the right to what it does. */
export function NotAllowedDialog({ title, reason, onClose }: { title: string; reason: string; onClose: () => void }) {
  return (
    <Dialog
      title={title}
      size="narrow"
      lightDismiss
      onClose={onClose}
      footer={
        <button type="button" onClick={onClose} className="btn btn-primary">
          Close
        </button>
      }
    >
      <p>{reason}</p>
    </Dialog>
  );
}
