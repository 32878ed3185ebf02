import ArrowLeft from 'virtual:icons/arrow-left';
import type { ReactNode } from 'react';
import { SHOP } from '#built/settings.ts';

/** The frame of the pages before the back office: login, joining, second factor. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <p className="font-serif text-4xl">{SHOP.name}</p>
      <p className="mt-1 text-sm text-muted">Inventory Management System</p>
      <div className="mt-8 w-full max-w-sm rounded-2xl border border-line bg-white p-6 sm:p-8">
        <h1 className="mb-6 font-serif text-2xl">{title}</h1>
        {children}
      </div>
      <a href="/" className="bar-button mt-6 px-4">
        <ArrowLeft className="size-4" />
        Back to Home
      </a>
    </main>
  );
}
