/** `npm run dev`: Astro's dev server with hot reload, over the same API and database as `npm start`. */
import { getRequestListener } from '@hono/node-server';
import { dev } from 'astro';
import type { Connect } from 'vite';
import { loginLine, openBackend, printHistory, reserveMachine } from './backend.ts';
import { mountFunctions } from './netlify/functions.ts';
import { serveImages } from './netlify/images.ts';
import { runScheduled } from './netlify/schedule.ts';
import { answerDemoLogins } from './staff/demo-logins.ts';
import { main } from './user-error.ts';

await main(async () => {
  const settings = await reserveMachine('the dev server');
  const { project, demo } = await openBackend(settings);
  if (demo?.writeHistory) await printHistory(demo.writeHistory());
  const functions = await mountFunctions();
  runScheduled(functions.scheduled);
  const answerImage = serveImages(settings.url, project.url);
  const answerDemo = answerDemoLogins(demo && settings.data);

  await dev({
    server: { port: settings.port },
    vite: {
      plugins: [
        {
          name: 'local-netlify',
          configureServer: ({ middlewares }) => {
            middlewares.use(rewriteAdmin);
            middlewares.use((incoming, outgoing, next) => {
              if (!/^\/(api|demo|forms|\.netlify)\//.test(incoming.url ?? '')) return next();
              const listener = getRequestListener(async (request) => {
                const ip = incoming.socket.remoteAddress ?? '';
                return (
                  (await answerDemo(request, ip)) ??
                  (await functions.answer(request, ip)) ??
                  (await answerImage(request)) ??
                  new Response(null, { status: 404 })
                );
              });
              void listener(incoming, outgoing);
            });
          },
        },
      ],
    },
  });
  if (demo) console.log(`  Staff login ${loginLine(demo)}`);
});

/** The one rewrite of netlify.toml that the dev server needs: the back office routes its own paths. */
function rewriteAdmin(incoming: Connect.IncomingMessage, _outgoing: unknown, next: Connect.NextFunction): void {
  if (/^\/admin\/[^.]*$/.test(incoming.url ?? '')) incoming.url = '/admin';
  next();
}
