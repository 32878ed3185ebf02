/** Runs Astro's script of the element `astro-island` (build/islands.ts). */
declare module 'virtual:astro-island' {}
