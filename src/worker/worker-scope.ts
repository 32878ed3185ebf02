/** What the worker uses of its scope. TypeScript's own types of workers cannot stand beside those of pages in one program. */
export interface WorkerScope {
  addEventListener(type: 'install' | 'activate', react: (event: LastingEvent) => void): void;
  addEventListener(type: 'message', react: (event: LastingEvent & MessageEvent) => void): void;
  addEventListener(type: 'sync', react: (event: LastingEvent & { tag: string }) => void): void;
  addEventListener(type: 'notificationclick', react: (event: LastingEvent & { notification: Notification }) => void): void;
  addEventListener(type: 'fetch', react: (event: FetchingEvent) => void): void;
  addEventListener(type: 'push', react: (event: LastingEvent & { data: { text(): string } | null }) => void): void;
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  location: Location;
  navigator: { setAppBadge?(count: number): Promise<void> };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<OpenPage[]>;
    get(id: string): Promise<OpenPage | undefined>;
    openWindow(url: string): Promise<unknown>;
  };
}

/** An event that keeps the worker alive until its work is done. */
export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchingEvent extends LastingEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface OpenPage {
  url: string;
  focus(): Promise<unknown>;
  visibilityState: DocumentVisibilityState;
  postMessage(message: unknown): void;
}

declare const self: WorkerScope;

export const scope = self;
