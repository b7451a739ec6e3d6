const whole = new Intl.NumberFormat();
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayAndClock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const formatCount = (count) => whole.format(count);

/** The time today, with the date before today. */
export const formatTime = (iso) => {
  const at = new Date(iso);
  return at.toDateString() === new Date().toDateString() ? clock.format(at) : dayAndClock.format(at);
};

export const formatInstant = (iso) => dayAndClock.format(new Date(iso));

/** The start of a key: enough to tell two apart at a glance. */
export const shortKey = (key) => (key.length > 12 ? `${key.slice(0, 12)}…` : key);
