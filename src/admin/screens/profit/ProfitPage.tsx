import { useStore } from '@nanostores/react';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
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
      <nav aria-label="Profit" className="mb-4 flex flex-wrap gap-2">
        {TABS.map((tab) => (
          <Link key={tab.path} href={tab.path} aria-current={tab === shown ? 'page' : undefined} className="choice">
            {tab.title}
          </Link>
        ))}
      </nav>
      {shown && <shown.Part />}
    </Screen>
  );
}
