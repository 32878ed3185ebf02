import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/setup/stack/free-port.ts';
import { pressAt, typing } from './gestures.ts';
import { startProgram } from './program.ts';
import { type Size, sourceOf, type Tab } from './tab.ts';
import { until } from './until.ts';

/** What is asked of a page while it is being left is never answered. So it is asked again after this time, in ms, and some times more. */
const ANSWER_MS = 3000;
const TRIES = 8;

/** Starts WebKitGTK's own small browser on a screen of its own and leads it by WebDriver. */
export async function startWebKit(programs: { driver: string; browser: string; screen: string }, size: Size): Promise<Tab> {
  const screen = await startProgram(
    programs.screen,
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    /^(\d+)\n/m,
  );
  const port = await freePort(1);
  const home = await mkdtemp(join(tmpdir(), 'shop-webkit-'));
  const driver = await startDriver(programs.driver, port, {
    DISPLAY: `:${screen.said[1]}`,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    HOME: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
  });
  const ask = async (method: string, path: string, body?: unknown, timeout = 60_000) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(timeout),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: any };
    if (!answer.ok) throw new Error(value.message || value.error);
    return value;
  };
  const { sessionId } = await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        // Nothing waits for a page to come: so it is listened to from its beginning. (With 'eager' WebKitGTK 2.50 waits for ever after a link.)
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation', '--full-screen'] },
      },
    },
  });
  const session = (method: string, path: string, body?: unknown, timeout?: number) =>
    ask(method, `/session/${sessionId}${path}`, body, timeout);
  async function execute(expression: string, tries = TRIES): Promise<any> {
    try {
      return await session('POST', '/execute/sync', { script: `return ${expression}`, args: [] }, ANSWER_MS);
    } catch (error) {
      if (!tries || (error as Error).name !== 'TimeoutError') throw error;
      return execute(expression, tries - 1);
    }
  }
  const act = (input: unknown) => session('POST', '/actions', { actions: [input] });

  // What is asked for is the window; the page is smaller by its frame. Both are of one moment: a window changes its size a while after it was told.
  const frame = await execute('{ width: outerWidth - innerWidth, height: outerHeight - innerHeight }');
  await session('POST', '/window/rect', { width: size.width + frame.width, height: size.height + frame.height });
  await until('The window did not take its size', () =>
    execute(`innerWidth === ${size.width} && innerHeight === ${size.height}`),
  );

  return {
    async open(url) {
      await execute('window.isLeft = true');
      await session('POST', '/url', { url });
      await until(`${url} did not come`, () => execute(`!window.isLeft && (${LISTEN}, true)`));
    },
    run: (task, taken) => execute(`(${LISTEN}, ${sourceOf(task, taken)})`),
    press: (point) => act(pressAt(point)),
    type: (text) => act(typing(text)),
    picture: async () => Buffer.from(await session('GET', '/screenshot'), 'base64'),
    errors: () => execute(`JSON.parse(sessionStorage.getItem('errors heard') || '[]')`),
    async close() {
      await session('DELETE', '').catch(() => undefined);
      await driver.stop();
      await screen.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * WebDriver tells nothing of the console, so the page itself listens: from the first look at it, which is seldom later than its first
 * script, and again wherever a link has led. What went wrong before that, the shop says on the page (src/browser/early.ts). WebKit also says of what was still
 * on its way when the page is left that it was not loaded: nobody misses that.
 */
const LISTEN = `(() => {
  if (window.isListening) return;
  window.isListening = true;
  const hear = (words) => {
    const heard = JSON.parse(sessionStorage.getItem('errors heard') || '[]');
    sessionStorage.setItem('errors heard', JSON.stringify([...heard, String(words)]));
  };
  const { error } = console;
  console.error = (...words) => { hear(words.join(' ')); error.apply(console, words); };
  let isLeft = false;
  addEventListener('beforeunload', () => { isLeft = true; });
  addEventListener('error', ({ message, target }) => {
    if (message || !isLeft) hear(message || 'Not loaded: ' + (target.currentSrc || target.src || target.href));
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => hear(reason));
})()`;

/** Starts the driver and waits until it answers; it announces nothing. */
async function startDriver(command: string, port: number, env: NodeJS.ProcessEnv) {
  const driver = await startProgram(command, [`--port=${port}`], null, env);
  await until(`${command} does not answer`, async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok);
  return driver;
}
