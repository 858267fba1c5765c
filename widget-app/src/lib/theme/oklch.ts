/** A colour in OKLCH: lightness 0–1, chroma 0–about 0.37, hue in degrees (CSS Color 4 §9.3). */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number }

type Triple = readonly [number, number, number]

const toLinear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

function linearRgb(hex: string): Triple {
  const n = Number.parseInt(hex.slice(1), 16)
  return [toLinear((n >> 16) / 255), toLinear(((n >> 8) & 255) / 255), toLinear((n & 255) / 255)]
}

/** Converts `#rrggbb` to OKLCH; greys get hue 0. */
export function hexToOklch(hex: string): Oklch {
  const [r, g, b] = linearRgb(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const c = Math.hypot(A, B)
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: c < 1e-4 ? 0 : c,
    h: c < 1e-4 ? 0 : (Math.atan2(B, A) * 180) / Math.PI,
  }
}

function toRgb({ l, c, h }: Oklch): Triple {
  const A = c * Math.cos((h * Math.PI) / 180)
  const B = c * Math.sin((h * Math.PI) / 180)
  const x = (l + 0.3963377774 * A + 0.2158037573 * B) ** 3
  const y = (l - 0.1055613458 * A - 0.0638541728 * B) ** 3
  const z = (l - 0.0894841775 * A - 1.291485548 * B) ** 3
  return [
    toGamma(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    toGamma(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    toGamma(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ]
}

const isInGamut = (rgb: Triple) => rgb.every((v) => v > -0.001 && v < 1.001)

/** Converts OKLCH to `#rrggbb`; a colour outside sRGB keeps lightness and hue and loses chroma. */
export function oklchToHex(colour: Oklch): string {
  let rgb = toRgb(colour)
  if (!isInGamut(rgb)) {
    let inside = 0
    let outside = colour.c
    for (let i = 0; i < 10; i++) {
      const c = (inside + outside) / 2
      if (isInGamut(toRgb({ ...colour, c }))) inside = c
      else outside = c
    }
    rgb = toRgb({ ...colour, c: inside })
  }
  return `#${rgb
    .map((v) =>
      Math.round(Math.min(1, Math.max(0, v)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Contrast ratio of two `#rrggbb` colours, 1–21 (WCAG 2.2, relative luminance). */
export function contrastRatio(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = linearRgb(hex)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
