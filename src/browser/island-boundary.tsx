import client from '@astrojs/react/client.js';
import { Component, type ComponentType, type ReactNode } from 'react';
import { SHOP } from '#built/settings.ts';

// For Base UI, in Chrome 90 to 92.
if (!Object.hasOwn) Object.hasOwn = (object, key) => Reflect.getOwnPropertyDescriptor(object, key) !== undefined;

/** Shows what to do when an island throws, where React would render nothing. early.ts reports it on the page as well. */
class IslandBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(detail: Error) {
    window.dispatchEvent(new CustomEvent('shop:failure', { detail }));
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

/** Astro's React renderer with a boundary around the island. src/build/islands.ts installs it in place of Astro's own. */
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
