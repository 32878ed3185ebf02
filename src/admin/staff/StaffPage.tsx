import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useReport } from '#admin/kit/problem.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { Spinner } from '#components/ui/Spinner.tsx';
import { InviteStaff } from './InviteStaff.tsx';
import { MemberChange, type Question } from './MemberChange.tsx';
import { MemberRow } from './MemberRow.tsx';
import { OpenInvitations } from './OpenInvitations.tsx';
import { useStaff } from './staff-api.ts';

/** Who works in the shop: invited, signed out everywhere, locked out. */
export default function StaffPage() {
  const { data: members, error, isError, refetch } = useStaff();
  const [isInviting, setInviting] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const report = useReport();

  useEffect(() => report(error, 'Failed to load staff'), [error, report]);

  return (
    <Screen
      title="Staff"
      actions={
        <button type="button" onClick={() => setInviting(true)} className="btn btn-primary px-4">
          <UserPlus aria-hidden className="size-4" />
          Invite
        </button>
      }
    >
      {members ? (
        <ul aria-label="Staff" className="panel divide-y divide-line">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} onAsk={(change) => setQuestion({ change, member })} />
          ))}
        </ul>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading staff…" />
      )}
      <OpenInvitations />
      {isInviting && <InviteStaff onClose={() => setInviting(false)} />}
      {question && <MemberChange question={question} onClose={() => setQuestion(null)} />}
    </Screen>
  );
}
