import { describe, expect, it } from 'vitest'
import { parseThemeVariables, themeModeSchema } from './theme.ts'

const accepted: [input: unknown, variables: object][] = [
  [undefined, {}],
  [{}, {}],
  [{ accent: '#0988F0' }, { accent: '#0988f0' }],
  [{ accent: '#fA0' }, { accent: '#ffaa00' }],
  [
    { fontSize: '10px', borderRadius: '4px' },
    { fontSize: 10, borderRadius: 4 },
  ],
  [
    { fontSize: 8, borderRadius: 0 },
    { fontSize: 8, borderRadius: 0 },
  ],
  [
    { fontSize: '13.5px', borderRadius: 16 },
    { fontSize: 13.5, borderRadius: 16 },
  ],
  [{ fontFamily: 'Inter, "Söhne Buch", sans-serif' }, { fontFamily: 'Inter, "Söhne Buch", sans-serif' }],
  [{ fontFamily: '-apple-system, Segoe UI' }, { fontFamily: '-apple-system, Segoe UI' }],
  [{ zIndex: 9999 }, { zIndex: 9999 }],
  [{ accent: undefined }, {}],
  [
    { '--w3m-accent': '#123456', '--w3m-font-size-master': '9px', '--w3m-border-radius-master': '2px' },
    { accent: '#123456', fontSize: 9, borderRadius: 2 },
  ],
  [
    { '--apkt-color-mix': '#00BB7F', '--apkt-color-mix-strength': 40, '--apkt-z-index': 10 },
    { colorMix: '#00bb7f', colorMixStrength: 40, zIndex: 10 },
  ],
  [{ fontFamily: 'NoSuch, Webdings, Inter' }, { fontFamily: 'NoSuch, Inter' }],
  [{ '--w3m-font-family': 'Inter' }, { fontFamily: 'Inter' }],
]

const hostile: [name: string, value: unknown][] = [
  ['accent', 'red;} body{display:none'],
  ['accent', 'red'],
  ['accent', '#12345'],
  ['accent', '#0988f0ff'],
  ['accent', '#0988f0\n'],
  ['accent', 'url(https://evil.example/x)'],
  ['accent', 'var(--ink)'],
  ['accent', { toString: () => '#0988f0' }],
  ['fontFamily', 'x;} * { display: none }'],
  ['fontFamily', 'expression(alert(1))'],
  ['fontFamily', 'url(https://evil.example/font)'],
  ['fontFamily', '"Inter'],
  ['fontFamily', 'Inter\\3b'],
  ['fontFamily', ''],
  ['fontFamily', 'Webdings'],
  ['fontFamily', '"Wingdings 3"'],
  ['fontFamily', 'Symbol'],
  ['fontFamily', 'Zapf Dingbats, webdings'],
  ['fontFamily', 'Segoe UI Emoji'],
  ['fontFamily', 'Segoe MDL2 Assets'],
  ['fontFamily', '"Noto Sans Symbols"'],
  ['fontFamily', 'a'.repeat(10_000)],
  ['fontFamily', 'a '.repeat(5_000)],
  ['fontSize', 7.9],
  ['fontSize', '15px'],
  ['fontSize', '1em'],
  ['fontSize', '-10px'],
  ['fontSize', Number.NaN],
  ['fontSize', Number.POSITIVE_INFINITY],
  ['borderRadius', -1],
  ['borderRadius', '17px'],
  ['borderRadius', 'calc(1px)'],
  ['zIndex', 1.5],
  ['zIndex', -1],
  ['zIndex', 2 ** 31],
  ['zIndex', '9999'],
  ['colorMixStrength', 101],
  ['--w3m-accent', 'red'],
  ['--w3m-qr-color', '#000000'],
  ['constructor', '#000000'],
  ['toString', '#000000'],
  ['font-size-master', '10px'],
  ['background', '#000000'],
]

describe('theme variables', () => {
  it.each(accepted)('%j › parsed to %j', (input, variables) => {
    expect(parseThemeVariables(input)).toEqual({ variables, rejected: [] })
    expect(parseThemeVariables(variables)).toEqual({ variables, rejected: [] })
  })

  it.each(hostile)('%s %.40j › no change, listed as rejected', (name, value) => {
    expect(
      parseThemeVariables({ borderRadius: 2, [name]: value, accent: name === 'accent' ? value : '#111111' }),
    ).toEqual({
      variables:
        name === 'accent'
          ? { borderRadius: 2 }
          : name === 'borderRadius'
            ? { accent: '#111111' }
            : { borderRadius: 2, accent: '#111111' },
      rejected: [name],
    })
  })

  it('own __proto__ key › no prototype pollution', () => {
    const parsed = parseThemeVariables(JSON.parse('{"__proto__":{"accent":"#000000"},"fontSize":9}'))
    expect(parsed.variables).toEqual({ fontSize: 9 })
    expect(parsed.variables.accent).toBeUndefined()
    expect(Object.hasOwn(Object.prototype, 'accent')).toBe(false)
  })

  it.each([null, 'accent', 7, [], () => 0])('%s instead of an object › rejected', (input) => {
    expect(parseThemeVariables(input)).toEqual({ variables: {}, rejected: ['themeVariables'] })
  })

  it('many long rejected names › truncated and limited', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${'x'.repeat(1000)}${i}`, 1]))
    const { rejected } = parseThemeVariables(many)
    expect(rejected).toHaveLength(20)
    expect(Math.max(...rejected.map((name) => name.length))).toBe(40)
  })

  it('mode › light, dark or auto', () => {
    expect(['light', 'dark', 'auto'].map((mode) => themeModeSchema.fits(mode))).toEqual([true, true, true])
    expect(themeModeSchema.fits('sepia')).toBe(false)
  })
})
