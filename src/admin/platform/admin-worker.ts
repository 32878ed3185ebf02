import { leave, navigate } from './router.ts';

/** Plain http on a local network has no workers. */
const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;

/** Whether this browser can have the back office's worker. `npm run dev` has none: it would keep what is being changed. */
export const hasWorkers = container !== undefined && import.meta.env.PROD;

/** The back office's worker, which opens it from the device and shows notifications. The shop's own has another scope. */
export function adminWorker(): Promise<ServiceWorkerRegistration> {
  if (!container) return Promise.reject(new Error('This browser has no workers'));
  return container.register('/admin-sw.js', { scope: '/admin' });
}

/** Opens what a notification is about when it was clicked while the back office was open. Returns a function that ends this. */
export function followNotifications(): () => void {
  const open = ({ data }: MessageEvent<{ open?: string }>) => {
    const path = data?.open;
    if (path?.startsWith('/admin')) leave(() => navigate(path));
  };
  container?.addEventListener('message', open);
  return () => container?.removeEventListener('message', open);
}
