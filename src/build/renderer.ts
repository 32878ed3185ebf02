/** What renders the pages after bundling, as an adapter of Astro would: https://docs.astro.build/en/reference/modules/astro-static-paths/ */

import { StaticPaths } from 'astro:static-paths';
import { createApp } from 'astro/app/entrypoint';

export const app = createApp({ streaming: false });

/** Every page, with its route and what it is made of. Reads the catalogue. */
export const listPages = () => new StaticPaths(app).getAll();
