const icon = (path: string) =>
  function Icon() {
    return (
      <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    );
  };

export const PricesIcon = icon("M3 10V3h7l7 7-7 7zM6.5 6.5h.01");
export const BulksIcon = icon("M3 5h14M3 10h14M3 15h8");
export const HistoryIcon = icon("M3 14h4V9h4V5h6M3 17h14");
export const FilesIcon = icon("M10 13V4M6.5 7.5 10 4l3.5 3.5M4 12v4h12v-4");
export const SchedulesIcon = icon("M3 5h14v12H3zM3 9h14M7 2.5V6M13 2.5V6");
export const ProposalsIcon = icon("M4 10.5 8 14.5 16 5.5");
export const GuardRailsIcon = icon("M10 2.5 16 5v5c0 4-3 6.5-6 7.5C7 16.5 4 14 4 10V5z");
export const EventsIcon = icon("M10 4v6l4 2M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 1 1 0-15");
export const OwnPageIcon = icon("M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM14 11v6M11 14h6");
export const QueueIcon = icon("M3 4h14v3H3zM3 9h14v3H3zM3 14h14v3H3z");

export const AdminIcon = icon("M10 10a3.2 3.2 0 1 0 0-6.4a3.2 3.2 0 1 0 0 6.4M3.5 17c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5");

export const Logo = () => (
  <span class="logo">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M7 12 16 6l9 6v2H7zM9 16h3v8H9zm5.5 0h3v8h-3zM20 16h3v8h-3zM7 25h18v2H7z" />
    </svg>
    Portico
  </span>
);
