import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { Link } from '#admin/platform/Link.tsx';
import { useRefusal } from '#admin/platform/rights.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import type { NeededRight } from '#domain/rights/needed.ts';
import { staffMember } from '#domain/staff/contract.ts';

interface Props {
  /** What the screen is called. */
  label: string;
  right: NeededRight;
  /** The role of who is here. */
  role: string;
  /** Where they go on. */
  home: string;
}

/** In place of a screen of which somebody may see nothing: why, and whom they ask. */
export function NotForRole({ label, right, role, home }: Props) {
  const reason = useRefusal(right);
  const { data: members = [] } = useQuery(staffQuery('/staff', z.array(staffMember)));
  const owners = members.filter(({ isOwner, isActive }) => isOwner && isActive).map(({ username }) => username);
  return (
    <section aria-labelledby="not-for-role" className="panel mx-auto mt-6 max-w-xl px-5 py-8 text-center sm:px-8">
      <h1 id="not-for-role" className="text-2xl">
        {label}
      </h1>
      <p className="mt-3">This screen is not for your role. {reason}</p>
      <p className="mt-1 text-sm break-words text-muted">
        {role && `Your role: ${role}.`}
        {owners.length > 0 && ` ${owners.length === 1 ? 'The owner' : 'Owners'}: ${owners.join(', ')}.`}
      </p>
      <Link href={home} className="btn btn-primary mt-6">
        Go to your work
      </Link>
    </section>
  );
}
