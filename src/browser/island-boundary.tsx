import client from '@astrojs/react/client.js';
import { Component, type ComponentType, type ReactNode } from 'react';
import { SHOP } from '#shared/shop.ts';

/** Says what to do where an island has a fault; without it React would leave an empty place. The page says it, too (early.ts). */
class IslandBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    window.dispatchEvent(new Event('shop:failure'));
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <p role="alert" className="px-4 py-10 text-center">
        This part of the page did not work.{' '}
        <button type="button" onClick={() => window.location.reload()} className="underline">
          Reload the page
        </button>
        , or order by{' '}
        <a href={`https://wa.me/${SHOP.whatsapp}`} className="underline">
          WhatsApp
        </a>
        .
      </p>
    );
  }
}

type Hydrate = (Island: ComponentType<Record<string, unknown>>, ...rest: unknown[]) => unknown;

/** Astro's way of bringing a React island to life, with a boundary around the island. The build takes it for Astro's own (astro.config.mjs). */
export default function hydrateGuarded(element: HTMLElement): Hydrate {
  const hydrate = (client as (element: HTMLElement) => Hydrate)(element);
  return (Island, ...rest) =>
    hydrate(
      (props) => (
        <IslandBoundary>
          <Island {...props} />
        </IslandBoundary>
      ),
      ...rest,
    );
}
