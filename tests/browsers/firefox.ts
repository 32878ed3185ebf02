import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pressAt, typing } from './gestures.ts';
import { startProgram } from './program.ts';
import { connect } from './socket.ts';
import { type Size, sourceOf, type Tab } from './tab.ts';

/** A new profile that asks its maker for nothing. */
const PREFERENCES = `
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "");
user_pref("toolkit.telemetry.server", "");
`;

/** What Firefox says of a font that was on its way when the page was left (NS_BINDING_ABORTED). */
const FONT_NOT_AWAITED = /^downloadable font: download failed .* status=2152398850 /;

/** Starts Firefox and leads it by WebDriver BiDi, which it speaks by itself. */
export async function startFirefox(executable: string, { width, height }: Size): Promise<Tab> {
  const home = await mkdtemp(join(tmpdir(), 'shop-firefox-'));
  await writeFile(join(home, 'user.js'), PREFERENCES);
  const program = await startProgram(
    executable,
    ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port=0'],
    /BiDi listening on (ws:\S+)/,
    { HOME: home },
  );
  const errors: string[] = [];
  const browser = await connect(`${program.said[1]}/session`, ({ method, params }) => {
    if (method === 'log.entryAdded' && params.level === 'error' && !FONT_NOT_AWAITED.test(params.text)) errors.push(params.text);
  });
  await browser.call('session.new', { capabilities: {} });
  const { context } = await browser.call('browsingContext.create', { type: 'tab' });
  await browser.call('session.subscribe', { events: ['log.entryAdded'] });
  await browser.call('browsingContext.setViewport', { context, viewport: { width, height } });
  const act = (input: unknown) => browser.call('input.performActions', { context, actions: [input] });

  return {
    async open(url) {
      await browser.call('browsingContext.navigate', { context, url, wait: 'interactive' });
    },
    async run(task, taken) {
      // As text, because BiDi describes values in a language of its own.
      const answer = await browser.call('script.evaluate', {
        expression: `Promise.resolve(${sourceOf(task, taken)}).then((given) => JSON.stringify(given))`,
        target: { context },
        awaitPromise: true,
      });
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
      return answer.result.type === 'string' ? JSON.parse(answer.result.value) : undefined;
    },
    press: (point) => act(pressAt(point)),
    type: (text) => act(typing(text)),
    async picture() {
      const { data } = await browser.call('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    errors: async () => errors,
    async close() {
      await browser.call('browser.close').catch(() => program.stop());
      browser.close();
      await program.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
