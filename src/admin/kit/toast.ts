import { Toast } from '@base-ui/react/toast';

export const toasts = Toast.createToastManager();

/** Says what was done, for a few seconds and aloud. */
export function toast(title: string): void {
  toasts.add({ title, timeout: 4_000 });
}
