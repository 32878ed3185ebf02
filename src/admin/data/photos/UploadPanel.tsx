import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { UploadButton } from './UploadButton.tsx';
import { UploadList } from './UploadList.tsx';
import type { UploadQueue, UploadResult } from './upload-queue.ts';

interface Button {
  label: string;
  isMultiple?: boolean;
  look?: string;
  /** Shown when no image was chosen. */
  noneChosen: string;
}

interface Props {
  queue: UploadQueue;
  buttons: Button[];
  /** The text after `stored` photos were uploaded, by a button for several or for one. */
  success: (stored: number, isMultiple: boolean) => string;
  /** Leaves failures to the list of uploads. */
  hidesFailures?: boolean;
  onStart?: () => void;
  /** More buttons. */
  children?: ReactNode;
  className?: string;
}

/** Upload buttons, the result of the last upload, and the uploads in progress. */
export function UploadPanel({ queue, buttons, success, hidesFailures = false, onStart, children, className = 'gap-2' }: Props) {
  const uploads = useStore(queue.$uploads);
  const [notice, setNotice] = useState({ text: '', isError: false });

  async function follow(upload: Promise<UploadResult>, isMultiple: boolean) {
    setNotice({ text: '', isError: false });
    onStart?.();
    const { stored, failed } = await upload;
    const text = stored > 0 ? success(stored, isMultiple) : '';
    if (failed === 0 || hidesFailures) setNotice({ text, isError: false });
    else setNotice({ text: text ? `${text} ${failed} failed.` : 'Upload failed', isError: true });
  }

  return (
    <>
      <div className={`flex flex-wrap items-center ${className}`}>
        {buttons.map(({ label, isMultiple = false, look, noneChosen }) => (
          <UploadButton
            key={label}
            label={label}
            multiple={isMultiple}
            look={look}
            onFiles={(files) => void follow(queue.add(files), isMultiple)}
            onNone={(complaint) => setNotice({ text: complaint || noneChosen, isError: true })}
          />
        ))}
        {children}
        <p role="status" className={`min-w-0 text-sm ${notice.isError ? 'text-danger' : 'text-leaf'}`}>
          {notice.text}
        </p>
      </div>
      <UploadList uploads={uploads} onRetry={(id) => void follow(queue.retry(id), false)} onCancel={queue.cancel} />
    </>
  );
}
