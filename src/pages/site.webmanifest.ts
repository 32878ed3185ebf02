import type { APIRoute } from 'astro';
import { SHOP } from '#built/settings.ts';
import { APP_ICONS } from '#components/app-icons.ts';

/** The shop as an app on a phone's home screen. */
export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      id: '/',
      name: SHOP.legalName,
      short_name: SHOP.name,
      description: SHOP.tagline,
      lang: 'en-PK',
      start_url: '/',
      scope: '/',
      display: 'minimal-ui',
      background_color: '#fbf8f2',
      theme_color: '#231b16',
      icons: APP_ICONS,
      shortcuts: [
        { name: 'All pieces', url: '/products' },
        { name: 'Favorites', url: '/favorites' },
        { name: 'Track an order', url: '/track' },
      ],
    }),
  );
