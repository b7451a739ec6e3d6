import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type { Registry } from 'prom-client';

interface Definition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
}
type Catalog = Readonly<Record<string, Definition>>;
type Labels<D extends Definition> = [D['labels'][number]] extends [never]
  ? Readonly<Record<string, never>>
  : Readonly<Record<D['labels'][number], string>>;
type NamesOf<C extends Catalog, K extends Definition['kind']> = {
  [N in keyof C]: C[N]['kind'] extends K ? N : never;
}[keyof C] &
  string;

/** Counts and times by the names of a catalog; a wrong name or label does not compile. */
export interface Metrics<C extends Catalog> {
  readonly registry: Registry;
  count<N extends NamesOf<C, 'counter'>>(name: N, labels: Labels<C[N]>, by?: number): void;
  set<N extends NamesOf<C, 'gauge'>>(name: N, labels: Labels<C[N]>, value: number): void;
  /** `seconds` as Prometheus wants it. */
  observe<N extends NamesOf<C, 'histogram'>>(name: N, labels: Labels<C[N]>, seconds: number): void;
}

const BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** Builds the metrics of one app in a registry of its own; `region` is a constant label. */
export const createMetrics = <C extends Catalog>(catalog: C, options: { region: string; app: string }): Metrics<C> => {
  const registry = new Registry();
  registry.setDefaultLabels({ app: options.app, ...(options.region === '' ? {} : { region: options.region }) });
  collectDefaultMetrics({ register: registry });
  const made = new Map<string, Counter | Gauge | Histogram>();
  for (const [name, { kind, help, labels }] of Object.entries(catalog)) {
    const common = { name, help, labelNames: [...labels], registers: [registry] };
    made.set(
      name,
      kind === 'counter'
        ? new Counter(common)
        : kind === 'gauge'
          ? new Gauge(common)
          : new Histogram({ ...common, buckets: BUCKETS }),
    );
  }
  const get = <T>(name: string): T => made.get(name) as T;
  return {
    registry,
    count: (name, labels, by = 1) => get<Counter>(name).inc({ ...labels }, by),
    set: (name, labels, value) => get<Gauge>(name).set({ ...labels }, value),
    observe: (name, labels, seconds) => get<Histogram>(name).observe({ ...labels }, seconds),
  };
};
