/** `text` is what stays in the field, as typed; `amount` is plain decimal (`1234.5`, or empty), for parsing. */
export type AmountText = { text: string; amount: string }

/** Arabic-Indic, Persian and Devanagari digits, by the code point of their zero. */
const zeros = [0x660, 0x6f0, 0x966]

function latinDigit(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const zero = zeros.find((z) => code >= z && code < z + 10)
  return zero === undefined ? char : String(code - zero)
}

/**
 * Reads a typed amount with comma or point as its decimal mark; undefined when it is not an amount at all.
 * A mark that repeats, or that stands before another kind, groups thousands; a single one is always the decimal mark.
 */
export function readAmount(text: string): AmountText | undefined {
  const plain = [...text]
    .map(latinDigit)
    .join('')
    .replace(/[\s'’_]/g, '')
    .replace(/٫/g, '.')
    .replace(/٬/g, '')
  if (!/^[\d.,]*$/.test(plain)) return undefined
  const marks = plain.replace(/\d/g, '')
  const last = marks.at(-1)
  const decimals = last !== undefined && marks.split(last).length === 2 ? plain.lastIndexOf(last) : -1
  const grouped = marks.length > 1 || decimals < 0
  const whole = (decimals < 0 ? plain : plain.slice(0, decimals)).replace(/[.,]/g, '')
  if (grouped && marks !== '' && !groupsOfThree(decimals < 0 ? plain : plain.slice(0, decimals)))
    return undefined
  const fraction = decimals < 0 ? '' : plain.slice(decimals + 1)
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (digits === '' && fraction === '') return { text, amount: '' }
  return { text, amount: fraction === '' ? digits : `${digits || '0'}.${fraction}` }
}

function groupsOfThree(whole: string): boolean {
  const [mark = '', other] = new Set(whole.replace(/\d/g, ''))
  if (other !== undefined) return false
  const [first = '', ...rest] = whole.split(mark)
  return first.length >= 1 && first.length <= 3 && rest.every((group) => group.length === 3)
}
