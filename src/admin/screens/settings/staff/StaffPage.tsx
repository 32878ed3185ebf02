import UserPlus from 'virtual:icons/user-plus';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { StaffMember } from '#domain/staff/contract.ts';
import { ChangeRole } from './ChangeRole.tsx';
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
  const [roled, setRoled] = useState<StaffMember | null>(null);
  const [watched, setWatched] = useState<StaffMember | null>(null);
  const report = useErrorBanner();
  const byOwner = useMay('manage_staff');

  useEffect(() => report(error, 'Failed to load staff'), [error, report]);

  return (
    <Screen
      title="Staff"
      actions={
        <>
          <Link href="/admin/roles" className="btn btn-outline px-4">
            Roles
          </Link>
          <MayButton right="manage_staff" onClick={() => setInviting(true)} className="btn btn-primary px-4">
            <UserPlus className="size-4" />
            Invite
          </MayButton>
        </>
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
              onChangeRole={() => setRoled(member)}
            />
          ))}
        </ul>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading staff…" />
      )}
      {members && !byOwner && <p className="mt-3 text-sm text-muted">Owners invite people, and change their role and access.</p>}
      <OpenInvitations byOwner={byOwner} />
      <SecondFactorRule isOwner={byOwner} />
      {isInviting && <InviteStaff onClose={() => setInviting(false)} />}
      {roled && <ChangeRole member={roled} onClose={() => setRoled(null)} />}
      {watched && <MemberSessions member={watched} onClose={() => setWatched(null)} />}
      {question && <MemberChange question={question} onClose={() => setQuestion(null)} />}
    </Screen>
  );
}
