import { lazy, Suspense } from 'react';
import * as z from 'zod';
import { Spinner } from '#components/Spinner.tsx';

// The CSP forbids eval, which zod tries with its first schema. Set before any module with a schema loads.
z.config({ jitless: true });

const AdminApp = lazy(() => import('./AdminApp.tsx'));

/** The entry of the page under /admin. */
export default function AdminEntry() {
  return (
    <Suspense fallback={<Spinner />}>
      <AdminApp />
    </Suspense>
  );
}
