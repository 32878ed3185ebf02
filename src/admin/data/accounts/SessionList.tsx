import { formatMoment } from '#admin/kit/formats.ts';
import type { OpenSession } from '#domain/accounts/contract.ts';

interface Props {
  label: string;
  sessions: OpenSession[];
  onEnd: (session: OpenSession) => void;
}

/** Somebody's sessions, each with a button to end it, except the current one. */
export function SessionList({ label, sessions, onEnd }: Props) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {session.device}
              {session.isCurrent && <span className="badge tone-done">This one</span>}
            </p>
            <p className="text-sm text-muted">
              Since {formatMoment(session.createdAt)} · last seen {formatMoment(session.lastSeenAt)}
            </p>
          </div>
          {!session.isCurrent && (
            <button
              type="button"
              onClick={() => onEnd(session)}
              aria-label={`End the session of ${session.device}, since ${formatMoment(session.createdAt)}`}
              className="btn btn-quiet px-3 text-danger"
            >
              End
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
