import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Needed } from '#admin/platform/rights.ts';
import { $session } from '#admin/platform/session.ts';
import { MayButton, MayFields } from './may.tsx';
import { Price } from './Price.tsx';

// The router reads the address as it is loaded.
vi.hoisted(() => {
  const window = { location: { pathname: '/admin', search: '' }, history: { state: null } };
  vi.stubGlobal('window', Object.assign(new EventTarget(), window));
});

const admin = { id: '6f1c1f0e-8a9b-4c1d-9e2f-3a4b5c6d7e8f', username: 'sara', email: 'sara@shop.example' };
const signIn = (...rights: Exclude<Extract<Needed, string>, 'none'>[]) =>
  $session.set({ state: 'signedIn', admin, token: 't', mustEnroll: false, role: 'Own', rights });

afterEach(() => $session.set({ state: 'checking' }));

const button = () =>
  renderToStaticMarkup(
    <MayButton right="refund" className="btn">
      Refund
    </MayButton>,
  );

test('a button of what the role may not do stays, is disabled, and is described by the reason', () => {
  signIn('see_orders');
  const html = button();
  expect(html).toContain('aria-disabled="true"');
  const [, id] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`id="${id}"`);
  expect(html).toContain('Your role may not refund and give store credit. Ask an owner of the shop.');
  signIn('refund');
  expect(button()).toBe('<button type="button" class="btn">Refund</button>');
});

test('fields of what the role may not change can be read, and say why not more', () => {
  const fields = () =>
    renderToStaticMarkup(
      <MayFields right="change_prices">
        <input />
      </MayFields>,
    );
  signIn();
  expect(fields()).toMatch(/Your role may not change prices.*<fieldset[^>]*disabled/);
  signIn('change_prices');
  expect(fields()).not.toMatch(/disabled|may not/);
});

test('a sum that the role may not see is a dash, which screen readers are told', () => {
  expect(renderToStaticMarkup(<Price of={null} />)).toMatch(/aria-hidden="true">–<.*hidden from your role/);
  expect(renderToStaticMarkup(<Price of={2999} />)).toBe('Rs.\u00a02,999');
});
