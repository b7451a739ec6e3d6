const FONT = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** Bull Board in the board's own type and accent. */
export const THEME = {
  light: { 'font-sans': FONT, primary: '#0f6b5c', 'primary-foreground': '#ffffff', ring: '#0f6b5c' },
  dark: { 'font-sans': FONT, primary: '#63cdb7', 'primary-foreground': '#06231d', ring: '#63cdb7' },
} as const;
