import { contrastRatio, hexToOklch, type Oklch, oklchToHex } from './oklch.ts'

/** One accent, and an optional colour mixed into the neutrals; colours are `#rrggbb`, strength is 0–100. */
export type PaletteSeed = { accent: string; colorMix?: string; colorMixStrength?: number }
/** CSS custom property names without the leading dashes, to `#rrggbb`. */
export type Palette = Readonly<Record<string, string>>
export type Scheme = 'light' | 'dark'

const neutralLightness = {
  light: [1, 0.98, 0.966, 0.948, 0.928, 0.908, 0.868, 0.65, 0.58, 0.52, 0.48, 0.23],
  dark: [0.238, 0.262, 0.284, 0.314, 0.344, 0.375, 0.425, 0.56, 0.62, 0.68, 0.74, 0.955],
}
const tintLightness = {
  light: [0.988, 0.972, 0.948, 0.918, 0.882, 0.84, 0.78],
  dark: [0.25, 0.272, 0.305, 0.342, 0.38, 0.42, 0.47],
}
const tintChroma = [0.03, 0.07, 0.14, 0.24, 0.36, 0.48, 0.6]
const statusHues = { success: { h: 152, c: 0.14 }, warning: { h: 68, c: 0.13 }, danger: { h: 24, c: 0.19 } }

const warmHue = 70
/** Beyond a quarter the surfaces reach mid-grey, where no text colour has enough contrast. */
const strongestMix = 0.25
/** Maximum change of a fill's lightness so that its label can be white, which looks calmer than dark on colour. */
const whiteLabelReach = 0.12
const greyChroma = 0.02
const darkLabel = '#151412'
const white = '#ffffff'

/** The colour nearest to `colour` in lightness with a contrast of `ratio` against each of `surfaces`. */
function withContrast(colour: Oklch, surfaces: readonly string[], ratio: number): string {
  const near = nearestLightness(colour, 1, (hex) => surfaces.every((s) => contrastRatio(hex, s) >= ratio))
  if (near) return near
  const worst = (hex: string) => Math.min(...surfaces.map((s) => contrastRatio(hex, s)))
  return worst(white) > worst('#000000') ? white : '#000000'
}

function nearestLightness(
  colour: Oklch,
  reach: number,
  passes: (hex: string) => boolean,
): string | undefined {
  for (let d = 0; d <= reach; d += 0.01) {
    for (const l of [colour.l - d, colour.l + d]) {
      const hex = oklchToHex({ ...colour, l })
      if (l >= 0 && l <= 1 && passes(hex)) return hex
    }
  }
  return undefined
}

/**
 * The main button: its label has 4.5:1 on the fill and on the hover step, its edge 3:1 on the sheet. A brand colour too
 * close to the sheet is kept and gets an edge; a grey one is replaced by the sheet's text colour.
 */
function button(accent: Oklch, sheet: string, edge: string, ink: string) {
  const grey = accent.c < greyChroma
  const readable = (label: string) => (hex: string) =>
    contrastRatio(hex, label) >= 4.5 && (!grey || contrastRatio(hex, sheet) >= 3)
  for (const [label, reach] of [
    [white, whiteLabelReach],
    [darkLabel, grey ? whiteLabelReach : 1],
  ] as const) {
    const fill = nearestLightness(accent, reach, readable(label))
    if (!fill) continue
    const base = hexToOklch(fill)
    const hovers = [-0.045, 0.045, -0.02, 0.02].map((d) => oklchToHex({ ...base, l: base.l + d }))
    const hover = hovers.find(readable(label)) ?? fill
    return { fill, hover, label, edge: contrastRatio(fill, sheet) >= 3 ? fill : edge }
  }
  return { fill: ink, hover: ink, label: contrastRatio(ink, white) > 4.5 ? white : darkLabel, edge: ink }
}

/** Warm greys with a small part of the accent, mixed with the host's mix colour. */
function neutrals(seed: PaletteSeed, scheme: Scheme): string[] {
  const accent = hexToOklch(seed.accent)
  const mix = hexToOklch(seed.colorMix ?? '#000000')
  const share = seed.colorMix ? (Math.min(100, seed.colorMixStrength ?? 0) / 100) * strongestMix : 0
  const x = (c: Oklch) => c.c * Math.cos((c.h * Math.PI) / 180)
  const y = (c: Oklch) => c.c * Math.sin((c.h * Math.PI) / 180)
  const warm = { l: 0, c: 0.005, h: warmHue }
  const tint = { ...accent, c: Math.min(accent.c, 0.15) * 0.015 }
  return neutralLightness[scheme].map((l) => {
    const a = (x(warm) + x(tint)) * (l === 1 ? 0 : 1) * (1 - share) + x(mix) * share
    const b = (y(warm) + y(tint)) * (l === 1 ? 0 : 1) * (1 - share) + y(mix) * share
    return oklchToHex({
      l: l * (1 - share) + mix.l * share,
      c: Math.hypot(a, b),
      h: (Math.atan2(b, a) * 180) / Math.PI,
    })
  })
}

/**
 * Derives every colour of one scheme from one accent, corrected so that text has 4.5:1 and controls 3:1 (WCAG 2.2 AA)
 * on every surface they are used on, whatever the accent.
 */
export function palette(seed: PaletteSeed, scheme: Scheme): Palette {
  const out: Record<string, string> = {}
  const accent = hexToOklch(seed.accent)
  const steps = neutrals(seed, scheme)
  const sheet = steps[0] ?? white
  const surfaces = steps.slice(0, 5)
  steps.forEach((hex, i) => {
    const ratio = i === 11 ? 7 : i > 9 ? 4.5 : 3
    out[`neutral-${i + 1}`] = i < 7 ? hex : withContrast(hexToOklch(hex), surfaces, ratio)
  })

  const tints = tintLightness[scheme].map((l, i) =>
    oklchToHex({ l, c: Math.min(accent.c, 0.2) * (tintChroma[i] ?? 0), h: accent.h }),
  )
  tints.forEach((hex, i) => {
    out[`accent-${i + 1}`] = hex
  })
  const grounds = [...surfaces, ...tints.slice(0, 4)]
  out['accent-8'] = withContrast(accent, grounds, 3)
  const main = button(accent, sheet, out['accent-8'], out['neutral-12'] ?? darkLabel)
  out['accent-9'] = main.fill
  out['accent-10'] = main.hover
  out['accent-11'] = withContrast(
    { ...accent, l: scheme === 'light' ? Math.min(0.52, accent.l) : Math.max(0.74, accent.l) },
    grounds,
    4.5,
  )
  out['accent-12'] = withContrast(
    { ...accent, l: scheme === 'light' ? 0.34 : 0.9, c: accent.c * 0.6 },
    grounds,
    7,
  )
  out['accent-edge'] = main.edge
  out['on-accent'] = main.label

  for (const [name, hue] of Object.entries(statusHues)) {
    const fill = oklchToHex({
      ...hue,
      l: scheme === 'light' ? 0.965 : 0.295,
      c: scheme === 'light' ? 0.028 : 0.04,
    })
    out[`${name}-fill`] = fill
    out[`${name}-line`] = withContrast({ ...hue, l: 0.64 }, [...surfaces, fill], 3)
    out[`${name}-text`] = withContrast(
      { ...hue, l: scheme === 'light' ? 0.5 : 0.78 },
      [...surfaces, fill],
      4.5,
    )
  }
  return out
}
