import { expect, test } from 'vitest';
import { chosenPictures } from './chosen-pictures.ts';

const file = (name: string, type: string) => new File(['x'], name, { type });

test('pictures are taken, also one whose type the phone does not know; others are named', () => {
  const photo = file('ring.jpg', 'image/jpeg');
  const ofPhone = file('IMG_1.HEIC', '');
  expect(chosenPictures([photo, ofPhone])).toEqual({ pictures: [photo, ofPhone], complaint: '' });
  expect(chosenPictures([photo, file('offer.pdf', 'application/pdf')])).toEqual({
    pictures: [photo],
    complaint: '“offer.pdf” is no picture',
  });
  expect(chosenPictures([file('film.mp4', 'video/mp4'), file('notes', '')]).complaint).toBe(
    '“film.mp4”, “notes” are no pictures',
  );
});
