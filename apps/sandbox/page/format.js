const whole = new Intl.NumberFormat();
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayAndClock = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const hourAndMinute = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

export const formatCount = (count) => whole.format(count);

/** The time today, with the date before today. */
export const formatTime = (iso) => {
  const at = new Date(iso);
  return at.toDateString() === new Date().toDateString() ? clock.format(at) : dayAndClock.format(at);
};

export const formatInstant = (iso) => dayAndClock.format(new Date(iso));

export const formatClock = (iso) => hourAndMinute.format(new Date(iso));

export const formatDay = (iso) => weekday.format(new Date(iso));

/** The start of a key: enough to tell two apart at a glance. */
export const shortKey = (key) => (key.length > 12 ? `${key.slice(0, 12)}…` : key);
