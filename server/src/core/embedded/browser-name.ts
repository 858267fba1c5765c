/** Tokens of a `User-Agent`, most specific first: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari. */
const browsers = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const firstOf = (patterns: readonly (readonly [RegExp, string])[], text: string) =>
  patterns.find(([pattern]) => pattern.test(text))?.[1]

/** Browser and system for a list of devices, e.g. `Firefox on Windows`. The header is a claim of the client. */
export function browserName(userAgent: string): string {
  const [browser, system] = [firstOf(browsers, userAgent), firstOf(systems, userAgent)]
  if (browser === undefined) return system ?? 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
