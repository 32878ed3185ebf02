import { expect, test } from 'vitest';
import { RETURN_KINDS, RETURN_OBSTACLES, RETURN_OUTCOMES, RETURN_STATES } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { exchangeText, nextText, obstacleText, policyText, STATE_TEXTS, wishesOf } from './return-texts.ts';

const UNTIL = '2026-12-27T05:00:00.000Z';

test('the policy says until when, and who pays for sending back', () => {
  const text = (shopPays: PageReturns['shopPays'], isOver = false) => policyText({ days: 30, until: UNTIL, isOver, shopPays });
  expect(text(['claim'])).toBe(
    'You can ask until 27 December 2026, 30 days after delivery. If something is wrong with a piece, we pay for sending it back; otherwise you do.',
  );
  expect(text([])).toContain('You pay for sending it back.');
  expect(text([...RETURN_KINDS])).toContain('We pay for sending it back.');
  expect(text(['return', 'exchange'])).toContain('We pay for sending back returns and exchanges; otherwise you do.');
  expect(text([], true)).toBe('The 30 days for returns ended on 27 December 2026.');
});

test('an exchange says what is paid at the door, or goes back', () => {
  expect(exchangeText({ due: 800, back: 0 })).toBe('You pay Rs.\u00a0800 more at the door.');
  expect(exchangeText({ due: 0, back: 300 })).toBe('We pay back Rs.\u00a0300.');
  expect(exchangeText({ due: 0, back: 0 })).toBe('You pay nothing more.');
});

test('an exchange gives pieces, a return money or credit, a claim whatever the shop offers', () => {
  expect(wishesOf('exchange', ['transfer'])).toEqual(['exchange']);
  expect(wishesOf('return', RETURN_OUTCOMES)).toEqual(['transfer', 'store_credit']);
  expect(wishesOf('claim', ['transfer', 'exchange'])).toEqual(['transfer', 'exchange']);
});

test('every obstacle and every state is said in words', () => {
  for (const obstacle of RETURN_OBSTACLES) expect(obstacleText(obstacle, 'for hygiene')).not.toBe('');
  expect(obstacleText('excluded', 'for hygiene')).toBe('Not taken back, for hygiene, unless something is wrong with it');
  expect(obstacleText(null, '')).toBe('');
  const asked = {
    returnNumber: 'RET-1001',
    outcome: null,
    comesBack: true,
    shopPays: true,
    refund: 100,
    paidBack: 0,
    exchange: null,
  };
  for (const state of RETURN_STATES) {
    const next = nextText({ ...asked, state } as PageReturns['requests'][number]);
    expect([next, STATE_TEXTS[state]]).not.toContain('');
  }
  expect(nextText({ ...asked, state: 'approved' } as PageReturns['requests'][number])).toBe(
    'Please send the pieces back, and write RET-1001 on the parcel.',
  );
});
