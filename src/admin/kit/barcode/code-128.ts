/**
 * Widths of bars and spaces by symbol value, as ISO/IEC 15417 lists them: three bars and three spaces of 11 modules. After the 103 values
 * come the three starts (A, B, C); the stop has a bar more.
 */
const SYMBOLS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 ' +
  '223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 ' +
  '112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 ' +
  '311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 ' +
  '122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 ' +
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ');

const STOP = '2331112';
const START_B = 104;
const SWITCH_TO_C = 99;

/**
 * A text of ASCII letters, digits and signs as Code 128: the widths of bars and spaces in turn, beginning with a bar. Digits at the end
 * are set two to a symbol where that is shorter. Null for a text that Code 128's set B cannot say.
 */
export function code128(text: string): number[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const [pairs = ''] = /(?:\d\d){2,}$/.exec(text) ?? [];
  const letters = [...text.slice(0, text.length - pairs.length)].map((letter) => letter.charCodeAt(0) - 32);
  const numbers = pairs ? [SWITCH_TO_C, ...(pairs.match(/\d\d/g) ?? []).map(Number)] : [];
  const values = [START_B, ...letters, ...numbers];
  // The start weighs as much as the first symbol after it.
  const check = values.reduce((sum, value, place) => sum + value * Math.max(place, 1), 0) % 103;
  return [...[...values, check].map((value) => SYMBOLS[value]).join(''), ...STOP].map(Number);
}
