import type * as z from 'zod/mini'
import { oneOf } from '../wire-schema.ts'

/** Light, dark, or what the page and the system prefer, live. */
export const themeModeSchema = oneOf('light', 'dark', 'auto')
export type ThemeMode = z.infer<typeof themeModeSchema>

/** SPEC §9: accent #0988F0, font size 10px, radius 4px. */
export const themeDefaults = { accent: '#0988f0', fontSize: 10, borderRadius: 4 } as const

const fontFamilyMaxLength = 200
const nameMaxLength = 40
const rejectedLimit = 20

/** A colour as `#rrggbb`, from `#rgb` or `#rrggbb`. */
function colour(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value)) return undefined
  const hex = value.length === 4 ? value.replace(/[\da-f]/gi, (digit) => digit + digit) : value
  return hex.toLowerCase()
}

const within = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' && value >= min && value <= max ? value : undefined

/** A length in px, as a number or as `10px`. */
const px = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'string'
    ? within(/^\d{1,2}(?:\.\d{1,3})?px$/.test(value) ? Number.parseFloat(value) : undefined, min, max)
    : within(value, min, max)

const family = `(?:"[\\p{L}\\p{N} _-]+"|'[\\p{L}\\p{N} _-]+'|-?[A-Za-z_][\\w-]*(?: [A-Za-z_][\\w-]*)*)`
/** Installed fonts in which letters and digits are symbols, or blank. */
const symbolFont =
  /ding(s|bats)\b|\bsymbols?\b|emoji|marlett|bookshelf|\bmdl2\b|icons?\b|awesome|barcode|\bblank\b|last ?resort/i

/** Font families as in CSS, without symbol fonts; undefined if none is left. */
function fontFamily(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > fontFamilyMaxLength) return undefined
  if (!new RegExp(`^${family}(?: ?, ?${family})*$`, 'u').test(value)) return undefined
  const legible = value.split(',').filter((one) => !symbolFont.test(one))
  return legible.join(',').trim() || undefined
}

/** Parses each variable; undefined if the value is invalid. */
const fields = {
  accent: colour,
  colorMix: colour,
  colorMixStrength: (value: unknown) => within(value, 0, 100),
  fontFamily,
  fontSize: (value: unknown) => px(value, 8, 14),
  borderRadius: (value: unknown) => px(value, 0, 16),
  zIndex: (value: unknown) => (Number.isSafeInteger(value) ? within(value, 0, 2_147_483_647) : undefined),
}

/** Theme variables of a host: colours as `#rrggbb`, lengths in px, strength in per cent; other values are rejected. */
export type ThemeVariables = { [Name in keyof typeof fields]?: ReturnType<(typeof fields)[Name]> }

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

const isRecord = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

/**
 * Returns the valid theme variables of a host and the names of the rest, so that one invalid value affects only itself.
 * Accepts the names of this package and the `--w3m-*` and `--apkt-*` ones; a repeated variable keeps its last valid value.
 */
export function parseThemeVariables(input: unknown): { variables: ThemeVariables; rejected: string[] } {
  if (input === undefined) return { variables: {}, rejected: [] }
  if (!isRecord(input)) return { variables: {}, rejected: ['themeVariables'] }
  const variables: ThemeVariables = {}
  const rejected: string[] = []
  for (const [name, value] of Object.entries(input)) {
    const field = fieldNamed(name)
    const read = field && value !== undefined ? fields[field](value) : undefined
    if (field && read !== undefined) Object.assign(variables, { [field]: read })
    else if (!(field && value === undefined) && rejected.length < rejectedLimit)
      rejected.push(name.slice(0, nameMaxLength))
  }
  return { variables, rejected }
}
