import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

/** Says that something has worked, to readers of the screen, too. Stays in the page while it is empty, so that its words are announced when they come. */
export function Success({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p role="status" className={`flex items-start gap-3 border-l-4 border-leaf bg-white px-4 py-3 empty:hidden ${className}`}>
      {children && (
        <>
          <Icon name="check" className="mt-0.5 size-5 shrink-0 text-leaf" />
          <span className="min-w-0">{children}</span>
        </>
      )}
    </p>
  );
}
