import { useStore } from '@nanostores/react';
import { formatDay } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { $session } from '#admin/platform/session.ts';
import type { StaffMember } from '#domain/staff/contract.ts';
import type { Change } from './MemberChange.tsx';

interface Props {
  member: StaffMember;
  /** True when an owner is signed in: only owners change the access of others. */
  byOwner: boolean;
  onAsk: (change: Change) => void;
  onShowSessions: () => void;
  onChangeRole: () => void;
}

/** A staff member with the actions allowed. Nobody can lock themselves out. */
export function MemberRow({ member, byOwner, onAsk, onShowSessions, onChangeRole }: Props) {
  const session = useStore($session);
  const isSelf = 'admin' in session && session.admin.id === member.id;
  const { username, email, isActive, isOwner, roleName, hasSecondFactor, invitedBy, createdAt } = member;

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium break-words">
          {username}
          {isSelf && <span className="badge tone-plain">You</span>}
          <span className={`badge ${isOwner ? 'tone-move' : 'tone-plain'}`}>{roleName}</span>
          {hasSecondFactor && <span className="badge tone-done">Second factor</span>}
          {!isActive && <span className="badge tone-stop">Locked out</span>}
        </p>
        <p className="text-sm break-all text-muted">{email}</p>
        <p className="text-sm text-muted">
          Since {formatDay(createdAt)}
          {invitedBy && ` · invited by ${invitedBy}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <MayButton
          right="manage_staff"
          onClick={onChangeRole}
          aria-label={`Role of ${username}`}
          className="btn btn-outline px-3"
        >
          Role
        </MayButton>
        {byOwner && !isSelf && isActive && (
          <button type="button" onClick={onShowSessions} aria-label={`Sessions of ${username}`} className="btn btn-outline px-3">
            Sessions
          </button>
        )}
        {isActive && (isSelf || byOwner) && (
          <button
            type="button"
            onClick={() => onAsk('sign out')}
            aria-label={`Sign out everywhere: ${username}`}
            className="btn btn-outline px-3"
          >
            Sign out everywhere
          </button>
        )}
        {byOwner && !isSelf && hasSecondFactor && (
          <button
            type="button"
            onClick={() => onAsk('reset')}
            aria-label={`Reset the second factor of ${username}`}
            className="btn btn-outline px-3"
          >
            Reset second factor
          </button>
        )}
        {byOwner && !isSelf && (
          <button
            type="button"
            onClick={() => onAsk(isActive ? 'lock out' : 'let in')}
            aria-label={`${isActive ? 'Lock out' : 'Let in again'}: ${username}`}
            className={`btn px-3 ${isActive ? 'text-danger hover:underline' : 'btn-outline'}`}
          >
            {isActive ? 'Lock out' : 'Let in again'}
          </button>
        )}
      </div>
    </li>
  );
}
