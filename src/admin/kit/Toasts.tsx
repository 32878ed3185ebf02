import Check from 'virtual:icons/check';
import X from 'virtual:icons/x';
import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { toasts } from './toast.ts';

/** Shows the toasts, where they cover no control. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={toasts} limit={1}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  return Toast.useToastManager().toasts.map((entry) => (
    <Toast.Root key={entry.id} toast={entry} className="toast">
      <Toast.Content className="flex items-center gap-1 sm:gap-3">
        <Check className="size-4 shrink-0 text-gold max-sm:hidden" />
        <Toast.Title render={<p />} className="line-clamp-2 min-w-0 grow text-sm leading-5 max-sm:text-[0.8125rem] break-words" />
        {entry.actionProps && <Toast.Action className="toast-action" />}
        <Toast.Close aria-label="Dismiss" className="toast-close">
          <X className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
