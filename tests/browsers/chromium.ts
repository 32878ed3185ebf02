import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from './program.ts';
import { connect } from './socket.ts';
import { type Size, sourceOf, type Tab } from './tab.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

/** Starts a Chromium of any age and leads it by the protocol of its developer tools. */
export async function startChromium(executable: string, { width, height }: Size): Promise<Tab> {
  const home = await mkdtemp(join(tmpdir(), 'shop-chromium-'));
  const program = await startProgram(executable, [...FLAGS, `--user-data-dir=${home}`], /listening on (ws:\S+)/);
  const errors: string[] = [];
  const browser = await connect(program.said[1] ?? '', ({ method, params }) => {
    if (method === 'Runtime.exceptionThrown') {
      const { text, exception } = params.exceptionDetails;
      errors.push(exception?.description ?? text);
    }
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
      errors.push(params.args.map((arg: { value?: unknown; description?: string }) => arg.value ?? arg.description).join(' '));
    if (method === 'Log.entryAdded' && params.entry.level === 'error') errors.push(`${params.entry.text} ${params.entry.url}`);
  });
  // One of our own: the first may not be there yet.
  const { targetId } = await browser.call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.call('Target.attachToTarget', { targetId, flatten: true });
  const page = (method: string, params = {}) => browser.call(method, params, { sessionId });
  for (const domain of ['Page', 'Runtime', 'Log']) await page(`${domain}.enable`);
  await page('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });

  return {
    async open(url) {
      const { errorText } = await page('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
    },
    async run(task, taken) {
      const { result, exceptionDetails } = await page('Runtime.evaluate', {
        expression: sourceOf(task, taken),
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    async press(point) {
      const mouse = (type: string, more = {}) => page('Input.dispatchMouseEvent', { type, ...point, ...more });
      await mouse('mouseMoved');
      await mouse('mousePressed', { button: 'left', buttons: 1, clickCount: 1 });
      await mouse('mouseReleased', { button: 'left', clickCount: 1 });
    },
    async type(text) {
      for (const key of text) {
        await page('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
        await page('Input.dispatchKeyEvent', { type: 'keyUp', key });
      }
    },
    async picture() {
      const { data } = await page('Page.captureScreenshot');
      return Buffer.from(data, 'base64');
    },
    errors: async () => errors,
    async close() {
      await browser.call('Browser.close').catch(() => undefined);
      browser.close();
      await program.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
