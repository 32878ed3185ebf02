/** Heading of a category's page. */
export function CategoryHead({ name, count }: { name: string; count: number }) {
  return (
    <header className="pt-4 pb-10 text-center lg:pb-12">
      <p className="eyebrow">{count === 0 ? 'Nothing here yet' : `${count} ${count === 1 ? 'piece' : 'pieces'}`}</p>
      <h1 className="mt-2 text-4xl break-words lg:text-5xl">{`${name} Products`}</h1>
    </header>
  );
}
