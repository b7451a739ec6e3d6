const sorted = (values) => [...values].sort((a, b) => a - b);
/** The value below which the share `p` (0 to 1) of the values lies. */
export const percentile = (values, p) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * p))];
export const median = (values) => percentile(values, 0.5);
