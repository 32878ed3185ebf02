export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** What a journey needs of a browser. Each kind of browser has its own way to do it; what they have in common stands in person.ts. */
export interface Tab {
  open(url: string): Promise<void>;
  /** Runs a function in the page. It stands alone, and what it takes and gives is JSON. */
  run<Taken, Given>(task: (taken: Taken) => Given, taken: Taken): Promise<Given>;
  /** Presses and lets go there, as a mouse does. */
  press(point: Point): Promise<void>;
  /** Types into what has the focus, key by key. */
  type(text: string): Promise<void>;
  /** A PNG of what is seen. */
  picture(): Promise<Buffer>;
  /** What went wrong on any page so far, as the browser's console tells it. */
  errors(): Promise<string[]>;
  /** Ends the browser, and removes what it wrote. */
  close(): Promise<void>;
}

/** A browser of this machine. A tab is a browser of its own: it knows no cookies, storage or cache of others. */
export interface Browser {
  name: string;
  /** Why it is not here, and what would bring it. Null when it is there, or installs by itself. */
  missing(): string | null;
  /** Brings it, where it is not there yet. @throws Error when it cannot be had */
  install?(): void;
  start(size: Size): Promise<Tab>;
}

/** The source of a call, for browsers that take text. */
export function sourceOf<Taken>(task: (taken: Taken) => unknown, taken: Taken): string {
  return `(${task})(${JSON.stringify(taken ?? null)})`;
}
