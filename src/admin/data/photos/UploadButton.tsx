import ImageUp from 'virtual:icons/image-up';
import { useEffect, useRef } from 'react';
import { chosenPictures } from '#browser/chosen-pictures.ts';

interface Props {
  label: string;
  multiple?: boolean;
  /** Receives the images among the chosen files. */
  onFiles: (photos: File[]) => void;
  /** Called when nothing was chosen, or with what to say of files that are no images. */
  onNone: (complaint: string) => void;
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
    const cancelled = () => none.current('');
    box?.addEventListener('cancel', cancelled);
    return () => box?.removeEventListener('cancel', cancelled);
  }, []);

  function take(box: HTMLInputElement) {
    const { pictures, complaint } = chosenPictures(box.files ?? []);
    box.value = ''; // the same file can be chosen again
    if (pictures.length > 0) onFiles(pictures);
    if (pictures.length === 0 || complaint) onNone(complaint);
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
