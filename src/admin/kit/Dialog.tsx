import X from 'virtual:icons/x';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { ErrorBannerProvider, ErrorBanners } from './error-banner.tsx';

/** `full` fills a screen that has room for columns; a narrower one shows it as `wide`. */
export type DialogSize = 'narrow' | 'normal' | 'wide' | 'full';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, always in view below the content. */
  footer?: ReactNode;
  /** Where errors show; by default those reported inside the dialog. */
  banner?: ReactNode;
  /** A click outside closes it, too. Not for forms: it would lose what was typed. */
  lightDismiss?: boolean;
  size?: DialogSize;
  /** Focuses the first field instead of the cross. On touch screens, where that opens the keyboard, only with `always`. */
  beginsInField?: boolean | 'always';
}

const SIZES: Record<DialogSize, string> = { narrow: 'max-w-md', normal: 'max-w-3xl', wide: 'max-w-5xl', full: 'dialog-full' };

/** A modal dialog with an error banner of its own. Esc and the cross close it. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  banner = <ErrorBanners />,
  lightDismiss = false,
  size = 'normal',
  beginsInField = false,
}: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const isTouched = window.matchMedia('(pointer: coarse)').matches;
  const firstField = () => popup.current?.querySelector<HTMLElement>('input.field:enabled, textarea.field') ?? true;

  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()} disablePointerDismissal={!lightDismiss}>
      <Base.Portal>
        <Base.Backdrop forceRender className="dialog-backdrop" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup
            ref={popup}
            initialFocus={beginsInField === 'always' || (beginsInField && !isTouched) ? firstField : true}
            className={`dialog ${SIZES[size]}`}
          >
            <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-1.5 sm:px-7 sm:py-2.5">
              <Base.Title className="min-w-0 text-2xl break-words lining-nums">{title}</Base.Title>
              <Base.Close aria-label="Close" className="btn-icon -mr-2">
                <X className="size-5" />
              </Base.Close>
            </header>
            <ErrorBannerProvider>
              <div className="grow overflow-y-auto px-5 py-5 sm:px-7">
                {banner}
                {children}
              </div>
              {footer && (
                <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-3 sm:px-7">{footer}</footer>
              )}
            </ErrorBannerProvider>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
