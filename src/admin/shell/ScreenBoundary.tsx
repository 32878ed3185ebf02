import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
}

/** Catches a screen that fails: its code could not be loaded, as in a tab left open while the shop was updated, or it threw. */
export class ScreenBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** early.ts tells the shop. */
  override componentDidCatch(detail: Error) {
    window.dispatchEvent(new CustomEvent('shop:failure', { detail }));
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="panel px-4 py-8 text-center">
        <p>This screen could not be loaded. The shop may have been updated since this page was opened.</p>
        <button type="button" onClick={() => window.location.reload()} className="btn btn-outline mt-5">
          Reload the page
        </button>
      </div>
    );
  }
}
