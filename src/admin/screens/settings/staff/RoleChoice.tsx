import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { SelectField } from '#admin/kit/fields.tsx';
import { RoleRights } from './RoleRights.tsx';
import { rolesQuery } from './staff-api.ts';

/** Chooses a role in the form around, and says what it may do. */
export function RoleChoice() {
  const { data: roles = [] } = useQuery(rolesQuery);
  const chosen = useWatch<{ role: string }>({ name: 'role' });
  const role = roles.find(({ id }) => id === chosen);
  return (
    <div>
      <SelectField<{ role: string }>
        name="role"
        label="Role *"
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {role && (
        <div className="mt-3 rounded-lg bg-cream px-4 py-3">
          {role.description && <p className="mb-2 text-sm break-words">{role.description}</p>}
          <RoleRights rights={role.rights} revealsADay={role.revealsADay} isOwner={role.id === 'owner'} />
        </div>
      )}
    </div>
  );
}
