/** Made by worker-script.ts. */
declare module 'virtual:worker-script' {
  export const worker: string;
  export const adminWorker: string;
  export const retiredWorker: string;
}

/** Made by line-icons.ts. */
declare module 'virtual:icons/*' {
  const icon: (props: import('react').SVGProps<SVGSVGElement>) => import('react').ReactElement;
  export default icon;
}

/** Made by early-script.ts. */
declare module 'virtual:report-script' {
  export const report: string;
}

interface ImportMetaEnv {
  /** Defined by early-script.ts, and written with a dot, or the whole environment would be compiled in. */
  readonly RELEASE: string;
}
