export type Labels = Readonly<Record<string, string | number>>

/** The text format of one metric: its header and its samples, one per line. */
type Metric = { readonly lines: () => readonly string[] }
export type Counter = Metric & { readonly add: (labels: Labels, value?: number) => void }
export type Gauge = Metric & { readonly set: (labels: Labels, value: number) => void }
export type Histogram = Metric & { readonly observe: (labels: Labels, value: number) => void }

const escaped = (value: string | number): string =>
  String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')

const sample = (name: string, labels: string, value: number): string =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${value}`

const header = (name: string, kind: string, help: string): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
]

/** A sum that only grows. By convention its name ends in `_total`. */
export function createCounter(name: string, help: string): Counter {
  const sums = new Map<string, number>()
  return {
    add: (labels, value = 1) => {
      const key = labelText(labels)
      sums.set(key, (sums.get(key) ?? 0) + value)
    },
    lines: () => [...header(name, 'counter', help), ...[...sums].map(([key, sum]) => sample(name, key, sum))],
  }
}

/** A value that can go up and down. */
export function createGauge(name: string, help: string): Gauge {
  const values = new Map<string, number>()
  return {
    set: (labels, value) => {
      values.set(labelText(labels), value)
    },
    lines: () => [
      ...header(name, 'gauge', help),
      ...[...values].map(([key, value]) => sample(name, key, value)),
    ],
  }
}

/** Counts of values up to each bound (in ascending order), with their sum. */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const series = new Map<string, { readonly counts: number[]; sum: number; count: number }>()
  const linesOf = (key: string, counts: readonly number[], sum: number, count: number) => {
    const bucket = (bound: string, value: number) =>
      sample(`${name}_bucket`, `${key}${key === '' ? '' : ','}le="${bound}"`, value)
    return [
      ...bounds.map((bound, at) => bucket(String(bound), counts[at] ?? 0)),
      bucket('+Inf', count),
      sample(`${name}_sum`, key, sum),
      sample(`${name}_count`, key, count),
    ]
  }
  return {
    observe: (labels, value) => {
      const key = labelText(labels)
      const entry = series.get(key) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 }
      series.set(key, entry)
      bounds.forEach((bound, at) => {
        if (value <= bound) entry.counts[at] = (entry.counts[at] ?? 0) + 1
      })
      entry.sum += value
      entry.count += 1
    },
    lines: () => [
      ...header(name, 'histogram', help),
      ...[...series].flatMap(([key, { counts, sum, count }]) => linesOf(key, counts, sum, count)),
    ],
  }
}
