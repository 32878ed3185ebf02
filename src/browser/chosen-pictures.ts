/** Names of pictures whose type some phones do not know. */
const PICTURE_NAME = /\.(avif|gif|hei[cf]|jpe?g|png|webp)$/i;

/** The pictures among chosen files, and what to say of the others, by name; empty when all are pictures. */
export function chosenPictures(files: Iterable<File>): { pictures: File[]; complaint: string } {
  const isPicture = ({ type, name }: File) => (type ? type.startsWith('image/') : PICTURE_NAME.test(name));
  const others = [...files].filter((file) => !isPicture(file)).map(({ name }) => `“${name}”`);
  return {
    pictures: [...files].filter(isPicture),
    complaint: others.length > 1 ? `${others.join(', ')} are no pictures` : others.map((name) => `${name} is no picture`).join(),
  };
}
