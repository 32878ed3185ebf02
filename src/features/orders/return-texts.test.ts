import { expect, test } from 'vitest';
import { RETURN_KINDS, RETURN_OBSTACLES, RETURN_OUTCOMES, RETURN_STATES } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { obstacleText, policyText, stateText, wishesOf } from './return-texts.ts';

const UNTIL = '2026-12-27T05:00:00.000Z';

test('the policy says until when, and who pays the way back', () => {
  const text = (shopPays: PageReturns['shopPays'], isOver = false) => policyText({ days: 30, until: UNTIL, isOver, shopPays });
  expect(text(['claim'])).toBe(
    'You can ask until 27 December 2026: 30 days from the delivery. If something is wrong, we pay the way back; otherwise you do.',
  );
  expect(text([])).toContain('The way back is paid by you.');
  expect(text([...RETURN_KINDS])).toContain('We pay the way back.');
  expect(text(['return', 'exchange'])).toContain('We pay the way back of returns and exchanges; otherwise you do.');
  expect(text([], true)).toBe('The 30 days to return ended on 27 December 2026.');
});

test('an exchange gives pieces, a return money or credit, a claim whatever the shop offers', () => {
  expect(wishesOf('exchange', ['transfer'])).toEqual(['exchange']);
  expect(wishesOf('return', RETURN_OUTCOMES)).toEqual(['transfer', 'store_credit']);
  expect(wishesOf('claim', ['transfer', 'exchange'])).toEqual(['transfer', 'exchange']);
});

test('every obstacle and every state is said in words', () => {
  for (const obstacle of RETURN_OBSTACLES) expect(obstacleText(obstacle, 'for hygiene')).not.toBe('');
  expect(obstacleText('excluded', 'for hygiene')).toBe('Not taken back, for hygiene: only if something is wrong with it');
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
  for (const state of RETURN_STATES) expect(stateText({ ...asked, state } as PageReturns['requests'][number])).not.toBe('');
  expect(stateText({ ...asked, state: 'approved' } as PageReturns['requests'][number])).toBe(
    'Approved. Please send the pieces back with RET-1001 on the parcel. We pay the way back.',
  );
});
