import { useState } from "preact/hooks";

interface DropZoneProps {
  readonly label: string;
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** An area on which users drop a file, or choose one. */
export function DropZone({ label, accept, onFile }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
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
      <span class="choose">Choose a file</span> <span>{label}</span>
    </label>
  );
}
