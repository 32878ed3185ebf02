import { Toast } from '@base-ui/react/toast';

export const toasts = Toast.createToastManager();

/** Shows and announces what was done, for a few seconds. */
export function toast(title: string): void {
  toasts.add({ title, timeout: 4_000 });
}
