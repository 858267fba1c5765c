const decimalDigit = /^\p{Nd}$/u
const isDigit = (code: number): boolean => decimalDigit.test(String.fromCodePoint(code))

/**
 * The digit's value. In Unicode the ten digits of a script are consecutive, zero first; some rows follow each other without
 * a gap.
 */
function digitValue(code: number): number {
  let first = code
  while (isDigit(first - 1)) first -= 1
  return code - ((code - first) % 10)
}

const [ascii, fullWidth, arabicIndic, persian] = [0x30, 0xff10, 0x660, 0x6f0]

/** Keyboards and input methods mix these scripts. In other mixes, digits can look like digits of another value (UTS 39). */
const mixableZeros: readonly (readonly number[])[] = [
  [ascii, fullWidth],
  [arabicIndic, persian],
]

/** Replaces every decimal digit of Unicode by 0–9. Returns undefined if digits of several scripts are mixed. */
export function latinDigits(text: string): string | undefined {
  const zeros = new Set<number>()
  const latin = text.replace(/\p{Nd}/gu, (char) => {
    const code = char.codePointAt(0) ?? ascii
    const zero = digitValue(code)
    zeros.add(zero)
    return String(code - zero)
  })
  const isOneScript =
    zeros.size < 2 || mixableZeros.some((pair) => [...zeros].every((zero) => pair.includes(zero)))
  return isOneScript ? latin : undefined
}
