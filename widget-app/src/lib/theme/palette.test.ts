import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { themeDefaults } from '#shared/config/theme.ts'
import { contrastRatio, hexToOklch, oklchToHex } from './oklch.ts'
import { type PaletteSeed, palette } from './palette.ts'

const hostileAccents = [
  '#000000',
  '#ffffff',
  '#ffff00',
  '#808080',
  '#fefefe',
  '#010101',
  '#00ff00',
  '#ff0000',
  '#0000ff',
  '#ff00ff',
  '#00ffff',
  '#fbf9f8',
  '#171615',
  '#7f7f00',
  '#777777',
  '#c0ffee',
  '#330000',
  '#e6e6fa',
  '#b3ff00',
  '#5a4fcf',
]
const mixes: Omit<PaletteSeed, 'accent'>[] = [
  {},
  { colorMix: '#000000', colorMixStrength: 100 },
  { colorMix: '#ffffff', colorMixStrength: 100 },
  { colorMix: '#ff0000', colorMixStrength: 100 },
  { colorMix: '#808080', colorMixStrength: 60 },
  { colorMix: '#0000ff', colorMixStrength: 1000 },
]
const seeds = [...hostileAccents, themeDefaults.accent].flatMap((accent) =>
  mixes.map((mix) => ({ accent, ...mix })),
)
const cases = seeds.flatMap((seed) => [
  { seed, scheme: 'light' as const },
  { seed, scheme: 'dark' as const },
])

const surfaces = ['neutral-1', 'neutral-2', 'neutral-3', 'neutral-4', 'neutral-5']
const grounds = [...surfaces, 'accent-1', 'accent-2', 'accent-3', 'accent-4']
/** Each colour, the backgrounds on which it is used, and its minimum contrast there. */
const rules: [ink: string, grounds: string[], least: number][] = [
  ['neutral-12', surfaces, 4.5],
  ['neutral-11', surfaces, 4.5],
  ['neutral-8', surfaces, 3],
  ['accent-8', grounds, 3],
  ['accent-11', grounds, 4.5],
  ['accent-12', grounds, 4.5],
  ['accent-edge', ['neutral-1'], 3],
  ['on-accent', ['accent-9', 'accent-10'], 4.5],
  ...['success', 'warning', 'danger'].flatMap((tone): [string, string[], number][] => [
    [`${tone}-text`, [...surfaces, `${tone}-fill`], 4.5],
    [`${tone}-line`, [...surfaces, `${tone}-fill`], 3],
  ]),
  ['neutral-12', ['success-fill', 'warning-fill', 'danger-fill', 'accent-2', 'accent-3'], 4.5],
]

describe('palette', () => {
  it.each(cases)('$seed in $scheme › AA contrast everywhere', ({ seed, scheme }) => {
    const colours = palette(seed, scheme)
    const failures = rules.flatMap(([ink, on, least]) =>
      on.flatMap((ground) => {
        const ratio = contrastRatio(colours[ink] ?? '#000000', colours[ground] ?? '#000000')
        return ratio >= least
          ? []
          : [`${ink} ${colours[ink]} on ${ground} ${colours[ground]}: ${ratio.toFixed(2)} < ${least}`]
      }),
    )
    expect(failures).toEqual([])
  })

  it('every colour › plain hex colour', () => {
    for (const { seed, scheme } of cases) {
      for (const colour of Object.values(palette(seed, scheme))) expect(colour).toMatch(/^#[\da-f]{6}$/)
    }
  })

  it('steps › twelve neutral and twelve accent ones', () => {
    const names = Object.keys(palette({ accent: '#0988f0' }, 'light'))
    for (const kind of ['neutral', 'accent']) {
      expect(names.filter((name) => new RegExp(`^${kind}-\\d+$`).test(name))).toHaveLength(12)
    }
  })

  it('stylesheet › contains the default colours in use, and no others', () => {
    const css = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')
    const folder = new URL('../../', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(css|tsx?)$/.test(file))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    const dark = palette({ accent: themeDefaults.accent }, 'dark')
    for (const [name, light] of Object.entries(palette({ accent: themeDefaults.accent }, 'light'))) {
      const isUsed = sources.some((text) => text.includes(`var(--${name})`))
      const line = `--${name}: light-dark(${light}, ${dark[name]});`
      expect(css.includes(isUsed ? line : `--${name}:`), name).toBe(isUsed)
    }
  })

  it.each([
    ['#000000', 'light', '#000000'],
    ['#000000', 'dark', palette({ accent: '#000000' }, 'dark')['neutral-12']],
    ['#ffffff', 'light', palette({ accent: '#ffffff' }, 'light')['neutral-12']],
    ['#ffff00', 'light', '#ffff00'],
    ['#ffff00', 'dark', '#ffff00'],
  ] as const)('button of %s in %s › %s', (accent, scheme, fill) => {
    expect(palette({ accent }, scheme)['accent-9']).toBe(fill)
  })

  it('readable accent › keeps its hue', () => {
    const hue = hexToOklch('#0988f0').h
    const fill = palette({ accent: '#0988f0' }, 'light')['accent-9'] ?? ''
    expect(Math.abs(hexToOklch(fill).h - hue)).toBeLessThan(4)
  })
})

describe('colour arithmetic', () => {
  it.each([...hostileAccents, '#0988f0'])('%s › unchanged by conversion to OKLCH and back', (hex) => {
    expect(oklchToHex(hexToOklch(hex))).toBe(hex)
  })

  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0988f0', '#ffffff', 3.63],
  ])('contrast of %s and %s › %f', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2)
    expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2)
  })

  it('colour outside sRGB › keeps its hue and loses chroma', () => {
    const back = hexToOklch(oklchToHex({ l: 0.7, c: 0.4, h: 150 }))
    expect(back.l).toBeCloseTo(0.7, 1)
    expect(back.h).toBeCloseTo(150, 0)
    expect(back.c).toBeLessThan(0.4)
  })
})
