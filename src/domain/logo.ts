/** The shop's mark: line drawings on a 32 × 32 grid. The header and the picture for shared links draw it from here. */
export const LOGO = [
  'M16 2l4.1 9.9L30 16l-9.9 4.1L16 30l-4.1-9.9L2 16l9.9-4.1Z',
  'M6.1 6.1 16 11.5l9.9-5.4L20.5 16l5.4 9.9L16 20.5l-9.9 5.4L11.5 16Z',
];
