import X from 'virtual:icons/x';
import { arrayMove } from '@dnd-kit/sortable';
import { PhotoPreview } from '#admin/data/photos/PhotoPreview.tsx';
import { SortableList } from '#admin/kit/sortable/SortableList.tsx';
import { fileNameOf } from './image-lines.ts';

interface Props {
  images: string[];
  onChange: (images: string[]) => void;
  colors: string[];
  colorOf: (image: string) => string;
  choose: (image: string, color: string) => void;
  isWorn: (image: string) => boolean;
  markWorn: (image: string, isWorn: boolean) => void;
}

/** The sortable images of a product. The first one is the main image. */
export function ImageTiles({ images, onChange, colors, colorOf, choose, isWorn, markWorn }: Props) {
  return (
    <SortableList
      label="Images in their order"
      items={images}
      keyOf={(image) => image}
      nameOf={fileNameOf}
      onMove={(from, to) => onChange(arrayMove(images, from, to))}
      layout="grid"
      className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-4"
    >
      {(image, index, controls) => (
        <div className="panel">
          <div className="relative">
            <PhotoPreview
              src={image}
              alt={`Image ${index + 1}: ${fileNameOf(image)}`}
              className="aspect-square w-full rounded-b-none"
            />
            {index === 0 && <span className="badge tone-done absolute top-2 left-2">Main</span>}
            <button
              type="button"
              onClick={() => onChange(images.filter((_, other) => other !== index))}
              aria-label={`Remove ${fileNameOf(image)}`}
              className="btn-icon absolute top-1 right-1 bg-white/85"
            >
              <X className="size-4" />
            </button>
          </div>
          <div className="relative flex justify-center">{controls}</div>
          <label className="flex min-h-11 items-center justify-center gap-2 border-t border-line text-sm">
            <input
              type="checkbox"
              aria-label={`${fileNameOf(image)} shows it worn`}
              checked={isWorn(image)}
              onChange={({ target }) => markWorn(image, target.checked)}
              className="checkbox"
            />
            Worn
          </label>
          {colors.length > 0 && (
            <ColorOfPhoto image={image} colors={colors} color={colorOf(image)} onChoose={(color) => choose(image, color)} />
          )}
        </div>
      )}
    </SortableList>
  );
}

interface ColorProps {
  image: string;
  colors: string[];
  color: string;
  onChoose: (color: string) => void;
}

/** Shoppers see the photo when they choose its colour. */
function ColorOfPhoto({ image, colors, color, onChoose }: ColorProps) {
  return (
    <select
      aria-label={`Color that ${fileNameOf(image)} shows`}
      value={color}
      onChange={(event) => onChoose(event.target.value)}
      className="field rounded-t-none border-x-0 border-b-0 text-sm"
    >
      <option value="">Any color</option>
      {colors.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
