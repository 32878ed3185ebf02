import type { Product } from '#domain/products/contract.ts';
import { OCCASION_LABELS } from '#domain/products/occasions.ts';
import { formatLength, sizeText, wornAt } from './measures.ts';
import { sizeGuide } from './size-guide.ts';
import { scaleDrawing } from './to-scale.ts';

/** What one asks before buying, and a drawing to scale. What staff left empty is left out. */
export function ProductFacts({ product }: { product: Product }) {
  return (
    <div className="mt-6 flex flex-wrap gap-x-8 gap-y-5 border-y border-line py-4 text-sm">
      <dl className="facts">
        {product.material && <Fact name="Material" text={product.material} />}
        <dt>Availability</dt>
        <dd data-live="availability" className={`font-medium ${product.inStock ? 'text-leaf' : 'text-danger'}`}>
          {product.inStock ? 'In Stock' : 'Out of Stock'}
        </dd>
        {factsOf(product).map(([name, text]) => text && <Fact key={name} name={name} text={text} />)}
      </dl>
      <ToScale product={product} />
    </div>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  );
}

function factsOf(product: Product): [name: string, text: string | false][] {
  const { innerMm, chainMm, weightGrams, isNickelFree } = product;
  return [
    ['Size', sizeText(product)],
    ['Inside', innerMm === null ? insideBySize(product) : formatLength(innerMm)],
    [wornAt(product) === 'wrist' ? 'Around the wrist' : 'Chain', chainMm !== null && formatLength(chainMm)],
    ['Weight', weightGrams !== null && `${weightGrams}\u00a0g`],
    ['Plating', product.plating],
    ['Base metal', product.baseMetal],
    ['Stones', product.stones],
    ['Closure', product.closure],
    ['In the box', product.inTheBox],
    ['Nickel-free', isNickelFree !== null && (isNickelFree ? 'Yes' : 'No')],
    ['Occasions', product.occasions.map((occasion) => OCCASION_LABELS[occasion]).join(', ')],
    ['Care', product.care],
  ];
}

/** `16.5–19.8 mm, by size`; empty without sizes that are known. */
function insideBySize({ category, sizes }: Product): string {
  const inner = sizeGuide(category, sizes)?.measures.map(({ innerMm }) => innerMm) ?? [];
  const [least, most] = [Math.min(...inner), Math.max(...inner)];
  return inner.length > 1 ? `${least}–${formatLength(most)}, by size` : '';
}

/** The picture is loaded when it is scrolled to; the piece lies over it. */
function ToScale({ product }: { product: Product }) {
  const drawing = scaleDrawing(product);
  if (!drawing) return null;
  const { beside, width, height, piece, line, measure, label } = drawing;
  return (
    <div className="to-scale">
      <img src={`/worn/${beside}.svg`} alt="" width={width} height={height} loading="lazy" />
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} fontSize={Math.round(width / 12)}>
        {piece && <path d={piece} className="piece" />}
        <path d={line} />
        <text x={measure.x} y={measure.y}>
          {measure.text}
        </text>
      </svg>
    </div>
  );
}
