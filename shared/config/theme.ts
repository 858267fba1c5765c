import * as z from 'zod/mini'

/** Light, dark, or whatever the page and the system ask for, live. */
export const themeModeSchema = z.enum(['light', 'dark', 'auto'])
export type ThemeMode = z.infer<typeof themeModeSchema>

/** SPEC §9: accent #0988F0, font size 10px, radius 4px. */
export const themeDefaults = { accent: '#0988f0', fontSize: 10, borderRadius: 4 } as const

const longestFontFamily = 200
const longestName = 40
const mostRejected = 20

const colour = z.pipe(
  z.string().check(z.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i)),
  z.transform((hex: string) =>
    (hex.length === 4 ? hex.replace(/[\da-f]/gi, (digit) => digit + digit) : hex).toLowerCase(),
  ),
)

function px(least: number, most: number) {
  const bounded = z.number().check(z.gte(least), z.lte(most))
  const written = z.pipe(
    z.string().check(z.regex(/^\d{1,2}(?:\.\d{1,3})?px$/)),
    z.transform(Number.parseFloat),
  )
  return z.union([bounded, z.pipe(written, bounded)])
}

const family = `(?:"[\\p{L}\\p{N} _-]+"|'[\\p{L}\\p{N} _-]+'|-?[A-Za-z_][\\w-]*(?: [A-Za-z_][\\w-]*)*)`
const fontFamily = z
  .string()
  .check(z.maxLength(longestFontFamily), z.regex(new RegExp(`^${family}(?: ?, ?${family})*$`, 'u')))

const fields = {
  accent: colour,
  colorMix: colour,
  colorMixStrength: z.number().check(z.gte(0), z.lte(100)),
  fontFamily,
  fontSize: px(8, 14),
  borderRadius: px(0, 16),
  zIndex: z.int().check(z.gte(0), z.lte(2_147_483_647)),
}

/** What a host may theme: colours as `#rrggbb`, lengths in px, strength in per cent; anything else is refused. */
export const themeVariablesSchema = z.strictObject({
  accent: z.optional(fields.accent),
  colorMix: z.optional(fields.colorMix),
  colorMixStrength: z.optional(fields.colorMixStrength),
  fontFamily: z.optional(fields.fontFamily),
  fontSize: z.optional(fields.fontSize),
  borderRadius: z.optional(fields.borderRadius),
  zIndex: z.optional(fields.zIndex),
})
export type ThemeVariables = z.infer<typeof themeVariablesSchema>

const names = new Map<string, keyof typeof fields>([
  ['accent', 'accent'],
  ['color-mix', 'colorMix'],
  ['color-mix-strength', 'colorMixStrength'],
  ['font-family', 'fontFamily'],
  ['font-size-master', 'fontSize'],
  ['border-radius-master', 'borderRadius'],
  ['z-index', 'zIndex'],
])

function fieldNamed(name: string): keyof typeof fields | undefined {
  const alias = /^--(?:w3m|apkt)-(.+)$/.exec(name)?.[1]
  if (alias !== undefined) return names.get(alias)
  for (const field of names.values()) if (field === name) return field
  return undefined
}

/**
 * Keeps the valid theme variables of a host and names the rest, so that one bad value changes nothing but itself.
 * Takes the names of this package and the `--w3m-*` and `--apkt-*` ones; a repeated variable keeps its last valid value.
 */
export function parseThemeVariables(input: unknown): { variables: ThemeVariables; rejected: string[] } {
  if (input === undefined) return { variables: {}, rejected: [] }
  const record = z.record(z.string(), z.unknown()).safeParse(input)
  if (!record.success) return { variables: {}, rejected: ['themeVariables'] }
  const variables: ThemeVariables = {}
  const rejected: string[] = []
  for (const [name, value] of Object.entries(Object(input))) {
    const field = fieldNamed(name)
    const parsed = field && value !== undefined ? fields[field].safeParse(value) : undefined
    if (field && parsed?.success) Object.assign(variables, { [field]: parsed.data })
    else if (!(field && value === undefined) && rejected.length < mostRejected)
      rejected.push(name.slice(0, longestName))
  }
  return { variables, rejected }
}
