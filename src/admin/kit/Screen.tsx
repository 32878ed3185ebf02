import type { ReactNode } from 'react';
import { ErrorBanners } from './error-banner.tsx';

interface Props {
  title: string;
  /** The buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen of the back office: its title, its buttons, and the errors reported on it. */
export function Screen({ title, actions, children }: Props) {
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl lg:text-3xl">{title}</h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <ErrorBanners />
      {children}
    </>
  );
}
