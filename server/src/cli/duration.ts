const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `30d`, `12h`, `45m`, `10s` or `0` to milliseconds; undefined for any other text. */
export function durationMs(text: string): number | undefined {
  if (text === '0') return 0
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const scale = unitMs[unit]
  return scale === undefined ? undefined : Number(count) * scale
}
