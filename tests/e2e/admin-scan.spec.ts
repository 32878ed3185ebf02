import type { Page } from '@playwright/test';
import { code128 } from '#admin/kit/barcode/code-128.ts';
import { expect, test } from '#tests/setup/browsers/staff-test.ts';

/** A camera before which somebody holds a barcode. Takes the widths of its bars and spaces. */
function holdBeforeCamera(page: Page, widths: number[]) {
  return page.addInitScript((bars) => {
    const picture = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const drawing = picture.getContext('2d');
    const draw = () => {
      if (!drawing) return;
      drawing.fillStyle = 'white';
      drawing.fillRect(0, 0, 640, 360);
      drawing.fillStyle = 'black';
      let x = 40;
      for (const [place, width] of bars.entries()) {
        if (place % 2 === 0) drawing.fillRect(x, 90, width * 3, 180);
        x += width * 3;
      }
      // A camera sends a picture again and again, whatever it sees.
      requestAnimationFrame(draw);
    };
    draw();
    const mediaDevices = { getUserMedia: async () => picture.captureStream(30) };
    Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices });
  }, widths);
}

test('where the browser reads no barcodes by itself, WebAssembly does, in a worker with a policy of its own', async ({
  page,
  staff,
}) => {
  const order = await staff.order();
  await staff.call('POST', `/confirmations/${order.id}/attempts`, { how: 'call', outcome: 'confirmed' });
  await holdBeforeCamera(page, code128(order.orderNumber) ?? []);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  const reader = page.waitForResponse(/\/_astro\/code-reader/);
  await page.goto('/admin/pack');
  await page.getByRole('button', { name: 'Camera' }).click();
  await expect(page.getByRole('heading', { name: `Pack ${order.orderNumber}` })).toBeVisible();
  expect((await reader).headers()['content-security-policy']).toContain("'wasm-unsafe-eval'");

  // The page itself may not, whatever got into it.
  const compiled = page.evaluate(() => WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)).then(String, String));
  expect(await compiled).toContain('Content Security Policy');
});
