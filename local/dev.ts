/** `npm run dev`: Astro's dev server with hot reload, over the same API and database as `npm start`. */
import { mkdir } from 'node:fs/promises';
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import type { Connect } from 'vite';
import { demoStaff } from '#scripts/staff/demo-staff.ts';
import { useProject } from './environment.ts';
import { mountFunctions } from './netlify/functions.ts';
import { serveImages } from './netlify/images.ts';
import { runScheduled } from './netlify/schedule.ts';
import { readSettings } from './settings.ts';
import { acquireDataLock, requireFreePort } from './single-instance.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { openProject } from './supabase/project.ts';
import { main } from './user-error.ts';

await main(async () => {
  const settings = readSettings();
  await mkdir(settings.data, { recursive: true, mode: 0o700 });
  await acquireDataLock(settings.data);
  await requireFreePort(settings.port, 'the dev server');

  const project = await openProject(settings);
  stopOnSignals(project);
  useProject(settings, project);
  const staff = project.embedded ? await demoStaff(project, settings.data) : null;
  const functions = await mountFunctions();
  runScheduled(functions.scheduled);
  const answerImage = serveImages(settings.url, project.url);

  await dev({
    server: { port: settings.port },
    vite: {
      plugins: [
        {
          name: 'netlify-on-this-machine',
          configureServer: ({ middlewares }) => {
            middlewares.use(rewrites);
            middlewares.use((incoming, outgoing, next) => {
              const listener = getRequestListener(async (request) => {
                const ip = incoming.socket.remoteAddress ?? '';
                return (
                  (await functions.answer(request, ip)) ?? (await answerImage(request)) ?? new Response(null, { status: 404 })
                );
              });
              const ours = /^\/(api|forms|\.netlify)\//.test(incoming.url ?? '');
              if (ours) void listener(incoming, outgoing);
              else next();
            });
          },
        },
      ],
    },
  });
  if (staff) console.log(`  Staff login ${staff.username} / ${staff.password}`);
});

/** The one rewrite of netlify.toml that the dev server needs: the back office reads the path by itself. */
function rewrites(incoming: Connect.IncomingMessage, _outgoing: unknown, next: Connect.NextFunction): void {
  if (/^\/admin\/[^.]*$/.test(incoming.url ?? '')) incoming.url = '/admin';
  next();
}
