import UserPlus from 'virtual:icons/user-plus';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useIsOwner } from '#admin/platform/use-is-owner.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { StaffMember } from '#domain/staff/contract.ts';
import { InviteStaff } from './InviteStaff.tsx';
import { MemberChange, type Question } from './MemberChange.tsx';
import { MemberRow } from './MemberRow.tsx';
import { MemberSessions } from './MemberSessions.tsx';
import { OpenInvitations } from './OpenInvitations.tsx';
import { SecondFactorRule } from './SecondFactorRule.tsx';
import { membersQuery } from './staff-api.ts';

/** The staff. Owners invite, sign out, lock out, and require a second factor. */
export default function StaffPage() {
  const { data: members, error, isError, refetch } = useQuery(membersQuery);
  const [isInviting, setInviting] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [watched, setWatched] = useState<StaffMember | null>(null);
  const report = useErrorBanner();
  const byOwner = useIsOwner();

  useEffect(() => report(error, 'Failed to load staff'), [error, report]);

  return (
    <Screen
      title="Staff"
      actions={
        byOwner && (
          <button type="button" onClick={() => setInviting(true)} className="btn btn-primary px-4">
            <UserPlus className="size-4" />
            Invite
          </button>
        )
      }
    >
      {members ? (
        <ul aria-label="Staff" className="panel divide-y divide-line">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              byOwner={byOwner}
              onAsk={(change) => setQuestion({ change, member })}
              onShowSessions={() => setWatched(member)}
            />
          ))}
        </ul>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading staff…" />
      )}
      {members && !byOwner && <p className="mt-3 text-sm text-muted">Owners invite people, and change their access.</p>}
      <OpenInvitations byOwner={byOwner} />
      <SecondFactorRule isOwner={byOwner} />
      {isInviting && <InviteStaff onClose={() => setInviting(false)} />}
      {watched && <MemberSessions member={watched} onClose={() => setWatched(null)} />}
      {question && <MemberChange question={question} onClose={() => setQuestion(null)} />}
    </Screen>
  );
}
