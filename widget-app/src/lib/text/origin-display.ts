import { decodePunycode } from './punycode.ts'

/** Unambiguous letters: plain Latin with common marks, without the look-alikes ı, ĸ and ſ. */
const latin = /^[a-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u017e-]+$/u
const eastAsian =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc0-9-]+$/u

/** Scripts whose letters can spell Latin words: shown only under a top-level domain of the same script. */
const otherScripts: readonly RegExp[] = [
  /^[\p{Script=Cyrillic}0-9-]+$/u,
  /^[\p{Script=Greek}0-9-]+$/u,
  /^[\p{Script=Arabic}\p{M}0-9-]+$/u,
  /^[\p{Script=Hebrew}\p{M}0-9-]+$/u,
  /^[\p{Script=Devanagari}\p{M}0-9-]+$/u,
  /^[\p{Script=Thai}\p{M}0-9-]+$/u,
  /^[\p{Script=Georgian}0-9-]+$/u,
  /^[\p{Script=Armenian}0-9-]+$/u,
]

const decoded = (label: string): string | undefined =>
  label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label

function readable(label: string, topLevel: string): string {
  if (!label.startsWith('xn--')) return label
  const text = decoded(label)
  if (text === undefined || text.normalize('NFC') !== text) return label
  if (latin.test(text) || eastAsian.test(text)) return text
  const script = otherScripts.find((one) => one.test(text))
  return script?.test(decoded(topLevel) ?? '') ? text : label
}

/**
 * Formats an origin for display: without `https://`, and each label decoded only if it cannot be mistaken for another
 * name. Mixed scripts, and letters of other scripts under a Latin top-level domain, stay punycode.
 * @example displayOrigin('https://xn--mnchen-3ya.de') // 'münchen.de'
 */
export function displayOrigin(origin: string): string {
  const match = /^(https?):\/\/(\[[^\]]+\]|[^/:]+)(:\d+)?$/.exec(origin)
  if (!match) return origin
  const [, scheme = '', host = '', port = ''] = match
  const labels = host.split('.')
  const topLevel = labels.at(-1) ?? ''
  const displayed = labels.map((label) => readable(label, topLevel)).join('.')
  return `${scheme === 'https' ? '' : `${scheme}://`}${displayed}${port}`
}
