import ImageUp from 'virtual:icons/image-up';
import { useEffect, useRef } from 'react';

interface Props {
  label: string;
  multiple?: boolean;
  /** Receives the images among the chosen files. */
  onFiles: (photos: File[]) => void;
  /** Called when no image was chosen. */
  onNone: () => void;
  look?: string | undefined;
}

/** Opens the file dialog for photos. */
export function UploadButton({ label, multiple = false, onFiles, onNone, look = 'btn btn-outline px-4' }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const none = useRef(onNone);
  none.current = onNone;

  // React has no event for a file dialog closed without a choice.
  useEffect(() => {
    const box = input.current;
    const cancelled = () => none.current();
    box?.addEventListener('cancel', cancelled);
    return () => box?.removeEventListener('cancel', cancelled);
  }, []);

  function take(box: HTMLInputElement) {
    const photos = [...(box.files ?? [])].filter(isImage);
    box.value = ''; // the same file can be chosen again
    if (photos.length > 0) onFiles(photos);
    else onNone();
  }

  return (
    <>
      <button type="button" onClick={() => input.current?.click()} className={look}>
        <ImageUp className="size-4" />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={(event) => take(event.target)}
      />
    </>
  );
}

/** Some systems give no type for the formats phones use. */
function isImage({ type, name }: File): boolean {
  return type.startsWith('image/') || (type === '' && /\.(heic|heif|avif|webp)$/i.test(name));
}
