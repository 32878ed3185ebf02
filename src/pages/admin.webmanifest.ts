import type { APIRoute } from 'astro';
import { SHOP } from '#built/settings.ts';
import { APP_ICONS } from '#components/app-icons.ts';

/** The back office as an app on a phone's home screen, beside the shop's. */
export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      id: '/admin',
      name: `${SHOP.name} back office`,
      short_name: `${SHOP.name} office`,
      description: 'Orders, parcels and stock, for the staff.',
      lang: 'en-PK',
      // Whoever is signed in is led on from there, to where their work begins.
      start_url: '/admin/login',
      scope: '/admin',
      display: 'standalone',
      background_color: '#fbf8f2',
      theme_color: '#fbf8f2',
      icons: APP_ICONS,
      shortcuts: [
        { name: 'To confirm', url: '/admin/confirm' },
        { name: 'Orders', url: '/admin/orders' },
        { name: 'Stock count', url: '/admin/stock-count' },
      ],
    }),
  );
