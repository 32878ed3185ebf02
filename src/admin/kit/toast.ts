import { Toast } from '@base-ui/react/toast';

export const toasts = Toast.createToastManager();

/** Shows and announces what was done, for a few seconds; for longer where it can be undone from there. */
export function toast(title: string, onUndo?: () => void): void {
  if (onUndo) toasts.add({ title, timeout: 12_000, actionProps: { children: 'Undo', onClick: onUndo } });
  else toasts.add({ title, timeout: 4_000 });
}
