/** Made by worker-script.ts. */
declare module 'virtual:worker-script' {
  export const worker: string;
  export const retiredWorker: string;
}
