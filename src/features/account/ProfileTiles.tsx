import { Icon } from '#components/Icon.tsx';
import type { IconName } from '#components/icon-paths.ts';
import { formatPrice } from '#domain/money.ts';

const ACTIONS: { icon: IconName; text: string; href: string }[] = [
  { icon: 'heart', text: 'Favorites', href: '/favorites' },
  { icon: 'box', text: 'Order History', href: '#orders' },
  { icon: 'star', text: 'Reviews', href: '#reviews' },
  { icon: 'settings', text: 'Settings', href: '#settings' },
];

export function QuickActions() {
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title" className="mb-4 text-2xl">
        Quick Actions
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {ACTIONS.map(({ icon, text, href }) => (
          <li key={text}>
            <a
              href={href}
              className="flex h-full flex-col items-center gap-2 rounded-sm border border-line bg-white px-3 py-5 text-center text-sm font-medium transition-colors hover:border-gold hover:text-gold-deep"
            >
              <Icon name={icon} className="size-6 text-gold-deep" />
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Stats {
  orders: number;
  spent: number;
  favorites: number;
  reviews: number;
}

export function YourStats({ orders, spent, favorites, reviews }: Stats) {
  const figures = [
    { name: 'Total Orders', figure: `${orders}` },
    { name: 'Total Spent', figure: formatPrice(spent) },
    { name: 'Favorite Items', figure: `${favorites}` },
    { name: 'Reviews Written', figure: `${reviews}` },
  ];
  return (
    <section aria-labelledby="stats-title">
      <h2 id="stats-title" className="mb-4 text-2xl">
        Your Stats
      </h2>
      <dl className="grid grid-cols-2 gap-px border border-line bg-line sm:grid-cols-4">
        {figures.map(({ name, figure }) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-1 bg-cream px-3 py-5 text-center">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-serif text-2xl lining-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
