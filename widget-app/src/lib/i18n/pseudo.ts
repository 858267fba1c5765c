import type { Message, Messages } from './message.ts'

const accented: Readonly<Record<string, string>> = {
  a: 'å',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'î',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ö',
  p: 'þ',
  q: 'ǫ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  F: 'Ƒ',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Î',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  M: 'Ṁ',
  N: 'Ñ',
  O: 'Ö',
  P: 'Þ',
  Q: 'Ǫ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  V: 'Ṽ',
  W: 'Ŵ',
  X: 'Ẋ',
  Y: 'Ý',
  Z: 'Ž',
}

/** Maximum growth of a translation compared with English. */
const growth = 0.4

/** Converts a text for layout tests: accents, brackets and 40 % more length; gaps stay. */
export function pseudoText(text: string): string {
  const letters = text.replace(/\{\w+\}/g, '').length
  const body = text.replace(/\{\w+\}|[a-zA-Z]/g, (part) => accented[part] ?? part)
  return `[${body}${'~'.repeat(Math.ceil(letters * growth))}]`
}

/** Every message of a language in pseudo form. */
export function pseudoMessages(messages: Messages): { [key: string]: Message } {
  const result: { [key: string]: Message } = {}
  for (const [key, message] of Object.entries(messages)) {
    result[key] =
      typeof message === 'string'
        ? pseudoText(message)
        : { ...mapForms(message), other: pseudoText(message.other) }
  }
  return result
}

const mapForms = (forms: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, pseudoText(text)]))
