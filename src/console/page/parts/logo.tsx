export const Logo = () => (
  <span class="logo">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M7 12 16 6l9 6v2H7zM9 16h3v8H9zm5.5 0h3v8h-3zM20 16h3v8h-3zM7 25h18v2H7z" />
    </svg>
    Portico
  </span>
);
