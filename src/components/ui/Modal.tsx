import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** What stays in view below what scrolls: the buttons. */
  footer?: ReactNode;
  /** A click beside it closes it, too. Not for forms, where that would lose what was typed. */
  lightDismiss?: boolean;
  narrow?: boolean;
}

/** A dialog over the page. The browser keeps the focus inside and gives it back; Esc and the cross close it. */
export function Modal({ title, onClose, children, footer, lightDismiss = false, narrow = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  // Closed before React takes it off the page: only an open dialog that closes gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      closedby={lightDismiss ? 'any' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`modal ${narrow ? 'max-w-md' : 'max-w-3xl'}`}
    >
      <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3 sm:px-7">
        <h2 id={heading} className="text-2xl lining-nums">
          {title}
        </h2>
        <button type="button" onClick={onClose} aria-label="Close" className="btn-icon -mr-2">
          <Icon name="close" className="size-5" />
        </button>
      </header>
      <div className="overflow-y-auto px-5 py-5 sm:px-7">{children}</div>
      {footer && <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-7">{footer}</footer>}
    </dialog>
  );
}
