import type { Point } from './tab.ts';

/** A press in the words that both WebDrivers share. */
export function pressAt({ x, y }: Point) {
  return {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  };
}

/** A text as keys, in the words that both WebDrivers share. */
export function typing(text: string) {
  return {
    type: 'key',
    id: 'keyboard',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  };
}
