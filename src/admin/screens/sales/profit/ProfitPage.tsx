import { useStore } from '@nanostores/react';
import { Screen } from '#admin/kit/Screen.tsx';
import { StateTabs } from '#admin/kit/StateTabs.tsx';
import { $location } from '#admin/platform/router.ts';
import { DayByDay } from './DayByDay.tsx';
import { Earnings } from './Earnings.tsx';
import { PROFIT } from './profit-api.ts';
import { StockAtCost } from './StockAtCost.tsx';

const TABS = [
  { path: PROFIT, title: 'Earned', Part: Earnings },
  { path: `${PROFIT}/days`, title: 'Day by day', Part: DayByDay },
  { path: `${PROFIT}/stock`, title: 'Stock at cost', Part: StockAtCost },
];

/** What was earned, and what lies in the shop. */
export default function ProfitPage() {
  const { path } = useStore($location);
  const shown = TABS.find((tab) => tab.path === path) ?? TABS[0];
  return (
    <Screen title="Profit">
      <StateTabs label="Profit" tabs={TABS.map((tab) => ({ label: tab.title, href: tab.path, isShown: tab === shown }))} />
      {shown && <shown.Part />}
    </Screen>
  );
}
