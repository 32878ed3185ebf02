import { type DragEvent, type ReactNode, useRef, useState } from 'react';

interface Props {
  /** The text of the button: 'Choose a CSV file'. */
  label: string;
  hint: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  /** What is done next on this screen. */
  isNext?: boolean;
  icon: ReactNode;
  onFiles: (files: File[]) => void;
}

/** A field to drop files on, with a button for the file dialog. */
export function FileDrop({ label, hint, accept, multiple = false, disabled = false, isNext = false, icon, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function take(files: Iterable<File>) {
    const chosen = [...files];
    if (chosen.length > 0 && !disabled) onFiles(multiple ? chosen : chosen.slice(0, 1));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <fieldset
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-dashed px-4 py-4 transition-colors ${isOver ? 'border-gold bg-cream' : 'border-line'}`}
    >
      <button
        type="button"
        disabled={disabled}
        onClick={() => input.current?.click()}
        className={`btn px-4 ${isNext ? 'btn-primary' : 'btn-outline'}`}
      >
        {icon}
        {label}
      </button>
      <p className="min-w-0 text-sm text-muted">{hint}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          take(target.files ?? []);
          target.value = ''; // the same file can be chosen again
        }}
      />
    </fieldset>
  );
}
