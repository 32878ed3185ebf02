import { lazy, Suspense } from 'react';
import * as z from 'zod';
import { Spinner } from '#components/Spinner.tsx';

// Our CSP forbids code made from text, which zod tries with the first schema it builds. So it is told before any module with a schema loads.
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
