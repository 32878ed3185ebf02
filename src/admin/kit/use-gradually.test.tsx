import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useGradually } from './use-gradually.ts';

function Rows({ count }: { count: number }) {
  const shown = useGradually(
    Array.from({ length: count }, (_, number) => String(number)),
    (row) => row,
  );
  return shown.join(' ');
}

test('the first picture of a long page has its first ten rows, that of a short one has all', () => {
  expect(renderToStaticMarkup(<Rows count={100} />).split(' ')).toEqual(
    Array.from({ length: 10 }, (_, number) => String(number)),
  );
  expect(renderToStaticMarkup(<Rows count={3} />)).toBe('0 1 2');
});
