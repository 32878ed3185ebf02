import type { Team } from '#local/demo/play.ts';

const USERNAMES = { owner: 'staff', manager: 'manager', desk: 'desk', packer: 'packer', accounts: 'accounts' };

/** Who works in a demo that a test writes without logins. */
export const DEMO_TEAM: Team = {
  owner: '7b0c2f3e-3b1a-4a53-9c43-4f0f6a5d2c11',
  manager: '7b0c2f3e-3b1a-4a53-9c43-4f0f6a5d2c12',
  desk: '7b0c2f3e-3b1a-4a53-9c43-4f0f6a5d2c13',
  packer: '7b0c2f3e-3b1a-4a53-9c43-4f0f6a5d2c14',
  accounts: '7b0c2f3e-3b1a-4a53-9c43-4f0f6a5d2c15',
};

const MEMBERS = Object.entries(USERNAMES).map(([role, username]) => ({
  role,
  username,
  id: DEMO_TEAM[role as keyof Team],
  email: `${username}@naqsh.example`,
}));

/** The SQL that puts them on the staff. */
export const ADD_DEMO_TEAM = `
  insert into auth.users (id, email) values ${MEMBERS.map(({ id, email }) => `('${id}', '${email}')`).join(', ')};
  insert into public.staff (id, username, email, role)
  values ${MEMBERS.map(({ id, username, email, role }) => `('${id}', '${username}', '${email}', '${role}')`).join(', ')};`;
