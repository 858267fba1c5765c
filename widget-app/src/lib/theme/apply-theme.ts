import { type ThemeMode, type ThemeVariables, themeDefaults } from '#shared/config/theme.ts'
import { type Palette, palette, type Scheme } from './palette.ts'

/**
 * The theme that the host requested. `pageScheme` is the colour scheme that the host sets on the frame element: the document
 * root must have the same one, or the browser paints the frame opaque; the widget's own scheme is therefore set on `body`.
 */
export type Theme = { mode: ThemeMode; variables: ThemeVariables; pageScheme?: Scheme | undefined }

const px = (value: number) => `${Math.round(value * 1000) / 1000}px`

/** Every custom property that a theme may set; the stylesheet has the defaults, so only differences are listed. */
export function themeProperties({ variables }: Theme): ReadonlyMap<string, string> {
  const {
    accent = themeDefaults.accent,
    fontSize,
    borderRadius,
    fontFamily,
    colorMix,
    colorMixStrength,
  } = variables
  const set = new Map<string, string>()
  if (fontFamily !== undefined) set.set('--font-family', `${fontFamily}, system-ui, sans-serif`)
  // rem, so that the user's browser font size applies: 10 px is 0.625rem.
  if (fontSize !== undefined) set.set('--font-unit', `${fontSize / 16}rem`)
  if (borderRadius !== undefined) set.set('--radius', px(borderRadius))
  const mixed = colorMix !== undefined && (colorMixStrength ?? 0) > 0
  if (accent !== themeDefaults.accent || mixed) {
    const seed = mixed ? { accent, colorMix, colorMixStrength: colorMixStrength ?? 0 } : { accent }
    for (const [name, value] of bothSchemes(palette(seed, 'light'), palette(seed, 'dark')))
      set.set(name, value)
  }
  return set
}

function* bothSchemes(light: Palette, dark: Palette): Generator<[string, string]> {
  for (const [name, colour] of Object.entries(light))
    yield [`--${name}`, `light-dark(${colour}, ${dark[name]})`]
}

/**
 * Applies a theme to a page through CSSOM, which `style-src 'self'` allows; a later call replaces it completely. Lengths and
 * colours are set on `body`, where the stylesheet has their defaults.
 */
export function applyTheme(page: Document, theme: Theme): void {
  const root = page.documentElement
  root.dataset.theme = theme.mode
  root.style.setProperty('color-scheme', theme.pageScheme ?? 'normal')
  const { style } = page.body
  for (const name of Array.from(style)) if (name.startsWith('--')) style.removeProperty(name)
  for (const [name, value] of themeProperties(theme)) style.setProperty(name, value)
}
