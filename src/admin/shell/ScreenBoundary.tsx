import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
}

/** Keeps the app standing when a screen falls: its code could not be loaded, as in a tab left open over a new version of the shop, or it has a fault. */
export class ScreenBoundary extends Component<Props, { hasFallen: boolean }> {
  override state = { hasFallen: false };

  static getDerivedStateFromError() {
    return { hasFallen: true };
  }

  override render() {
    if (!this.state.hasFallen) return this.props.children;
    return (
      <div role="alert" className="panel px-4 py-14 text-center">
        <p>This screen could not be loaded. The shop may have been renewed since this page was opened.</p>
        <button type="button" onClick={() => window.location.reload()} className="btn btn-outline mt-5">
          Reload the page
        </button>
      </div>
    );
  }
}
