/** The id of the demo product whose first photo has a name such as `rose-gold-halo-ring`. @throws Error when the shop at this address has none */
export async function productWithPhoto(url: string, photo: string): Promise<string> {
  const { data } = (await (await fetch(`${url}/api/products`)).json()) as { data: { id: string; images: string[] }[] };
  const product = data.find(({ images }) => images[0]?.endsWith(`/${photo}.webp`));
  if (!product) throw new Error(`The shop has no product with the photo ${photo}`);
  return product.id;
}
