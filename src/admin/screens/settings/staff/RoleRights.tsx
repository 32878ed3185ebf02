import { MONEY_RIGHTS, type Right } from '#domain/rights/rights.ts';
import { groupedRights } from './role-text.ts';

interface Props {
  rights: readonly Right[];
  revealsADay: number;
  isOwner: boolean;
  className?: string;
}

/** What a role may do, group by group. */
export function RoleRights({ rights, revealsADay, isOwner, className = '' }: Props) {
  return (
    <div className={`text-sm ${className}`}>
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {groupedRights(rights, revealsADay).map(({ group, may }) => (
          <div key={group} className="contents">
            <dt className="text-muted max-sm:mt-1">{group}</dt>
            <dd className="break-words">{may}</dd>
          </div>
        ))}
      </dl>
      {!isOwner && rights.some((right) => MONEY_RIGHTS.includes(right)) && (
        <p className="mt-2 text-muted">Because it moves money, whoever has it signs in with a second factor.</p>
      )}
    </div>
  );
}
