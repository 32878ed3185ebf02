import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { Screen } from '#admin/kit/Screen.tsx';
import { StateTabs } from '#admin/kit/StateTabs.tsx';
import { $location } from '#admin/platform/router.ts';
import { Disputes } from './Disputes.tsx';
import { MONEY } from './money-api.ts';
import { OrderMoneyList } from './OrderMoneyList.tsx';
import { Owed } from './Owed.tsx';
import { WithCouriers } from './WithCouriers.tsx';

const TABS: { id: string; title: string; Part: ComponentType }[] = [
  { id: '', title: 'With couriers', Part: WithCouriers },
  { id: 'disputes', title: 'Disputes', Part: Disputes },
  { id: 'orders', title: 'By order', Part: OrderMoneyList },
  { id: 'owed', title: 'Courier claims and refunds', Part: Owed },
];

/** Where the money is: what couriers have, what is wrong with it, and who owes whom. */
export default function MoneyPage() {
  const { path } = useStore($location);
  const id = path.slice(MONEY.length + 1);
  const shown = TABS.find((tab) => tab.id === id) ?? TABS[0];
  return (
    <Screen title="Where the money is">
      <StateTabs
        label="Money"
        tabs={TABS.map((tab) => ({
          label: tab.title,
          href: tab.id ? `${MONEY}/${tab.id}` : MONEY,
          isShown: tab === shown,
        }))}
      />
      {shown && <shown.Part />}
    </Screen>
  );
}
