import type { APIRoute } from 'astro';
import { SHOP } from '#built/settings.ts';

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
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        // Without its rounded corners: phones cut it into their own shape.
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      shortcuts: [
        { name: 'All pieces', url: '/products' },
        { name: 'Favorites', url: '/favorites' },
        { name: 'Track an order', url: '/track' },
      ],
    }),
  );
