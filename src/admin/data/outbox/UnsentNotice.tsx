import { useStore } from '@nanostores/react';
import { Link } from '#admin/platform/Link.tsx';
import { $unsent } from '#admin/platform/staff-outbox.ts';

/** How much this device has not sent yet, and what was refused; nothing where nothing waits. */
export function UnsentNotice() {
  const entries = useStore($unsent);
  const refused = entries.filter(({ refusal }) => refusal).length;
  const tried = entries.filter(({ refusal, tries }) => !refusal && tries > 0).length;
  return (
    <div role="status" className="empty:hidden">
      {(refused > 0 || tried > 0) && (
        <p className={`mb-4 rounded-lg px-4 py-3 text-sm ${refused > 0 ? 'bg-danger text-white' : 'bg-notice'}`}>
          {refused > 0 ? `${refused} not taken by the shop. ` : `${entries.length} not sent yet. `}
          <Link href="/admin/unsent" className="underline underline-offset-4">
            {refused > 0 ? 'See why' : 'Show'}
          </Link>
        </p>
      )}
    </div>
  );
}
