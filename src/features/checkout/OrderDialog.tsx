import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '#components/Icon.tsx';

interface Props {
  /** Begins the ids of the dialog's parts. */
  name: string;
  icon: 'bag' | 'check';
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** What became of an order, opened as soon as it is there. */
export function OrderDialog({ name, icon, title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${name}-title`}
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-sm bg-ivory p-0 text-ink shadow-lift transition-[opacity,translate] duration-300 ease-calm starting:translate-y-3 starting:opacity-0"
    >
      <div className="flex flex-col items-center gap-4 px-6 py-10 text-center sm:px-10">
        <span className="grid size-16 place-items-center rounded-full border border-gold text-gold-deep">
          <Icon name={icon} className="size-8" />
        </span>
        <h2 id={`${name}-title`} className="text-3xl">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
