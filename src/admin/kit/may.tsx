import { Popover } from '@base-ui/react/popover';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { type Needed, useRefusal } from '#admin/platform/rights.ts';

interface Props extends ComponentProps<'button'> {
  /** Without it, everybody may. */
  right: Needed | undefined;
}

/**
 * A button of what needs a right. For whoever has not got it, it stays where colleagues know it, does nothing, and says why: to screen readers
 * at once, to eyes when it is pointed at or pressed.
 */
export function MayButton({ right, children, ...button }: Props) {
  const reason = useRefusal(right);
  const id = useId();
  if (!reason)
    return (
      <button type="button" {...button}>
        {children}
      </button>
    );
  const { onClick: _, disabled: __, type: ___, className = '', ref, ...rest } = button;
  return (
    <Popover.Root>
      <Popover.Trigger
        {...(rest as object)}
        {...(ref && { ref })}
        openOnHover
        delay={150}
        aria-disabled="true"
        aria-describedby={id}
        className={`${className} not-allowed`}
      >
        {children}
        <span id={id} hidden>
          {reason}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={8} className="popup-layer">
          <Popover.Popup initialFocus={false} className="popup max-w-64 px-3 py-2 text-sm">
            <Popover.Description>{reason}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Fields of what needs a right. For whoever has not got it, they can be read, and a line above them says why not more, unless one does so already. */
export function MayFields({
  right,
  className,
  isQuiet = false,
  children,
}: {
  right: Needed;
  className?: string;
  isQuiet?: boolean;
  children: ReactNode;
}) {
  const reason = useRefusal(right);
  return (
    <>
      {reason && !isQuiet && (
        <p className={`mb-4 rounded-lg bg-notice px-4 py-2.5 text-sm ${className ? 'col-span-full' : ''}`}>{reason}</p>
      )}
      <fieldset role="presentation" disabled={reason !== ''} className={className ?? 'min-w-0'}>
        {children}
      </fieldset>
    </>
  );
}
