import { ImageUp } from 'lucide-react';
import { useEffect, useRef } from 'react';

interface Props {
  label: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Takes the images among the chosen files. */
  onFiles: (photos: File[]) => void;
  /** Nothing was chosen, or nothing that is an image. */
  onNone: () => void;
  look?: string;
}

/** Asks for photos of this machine. */
export function UploadButton({
  label,
  multiple = false,
  disabled = false,
  onFiles,
  onNone,
  look = 'btn btn-outline px-4',
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const none = useRef(onNone);
  none.current = onNone;

  // React does not pass on that a file dialog was closed without choosing.
  useEffect(() => {
    const box = input.current;
    const cancelled = () => none.current();
    box?.addEventListener('cancel', cancelled);
    return () => box?.removeEventListener('cancel', cancelled);
  }, []);

  function take(box: HTMLInputElement) {
    const photos = [...(box.files ?? [])].filter(isImage);
    box.value = ''; // so that the same file can be chosen again
    if (photos.length > 0) onFiles(photos);
    else onNone();
  }

  return (
    <>
      <button type="button" disabled={disabled} onClick={() => input.current?.click()} className={look}>
        <ImageUp aria-hidden className="size-4" />
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

/** Some systems know no type for what phones take. */
function isImage({ type, name }: File): boolean {
  return type.startsWith('image/') || (type === '' && /\.(heic|heif|avif|webp)$/i.test(name));
}
