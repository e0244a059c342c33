import { useState } from "preact/hooks";
import { splitAtMark } from "../lib/i18n.js";

interface DropZoneProps {
  /** What to drop or choose. The marked words look like a button. */
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** An area on which users drop a file, or choose one. */
export function DropZone({ label, accept, onFile }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const [before, marked, after] = splitAtMark(label);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const take = (files: FileList | null | undefined) => {
    setIsOver(false);
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  return (
    <label
      class={`drop ${isOver ? "over" : ""}`}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
    >
      <input
        class="visually-hidden"
        type="file"
        accept={accept}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file, corrected, can be chosen again.
          event.currentTarget.value = "";
        }}
      />
      {before}
      <span class="choose">{marked}</span>
      {after}
    </label>
  );
}
