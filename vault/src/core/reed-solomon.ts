/**
 * A Reed–Solomon code over GF(32), shortened to 30 symbols: 26 of data and 4 check symbols. Its minimum distance is 5, so it
 * detects any 4 wrong symbols, and locates one wrong symbol while it still detects any 3.
 */

/** x^5 + x^2 + 1, which is primitive: the powers of 2 are all 31 elements except 0. */
const fieldPolynomial = 0b10_0101
const groupOrder = 31

export const checkSymbolCount = 4

/** The powers of 2, from the zeroth. */
const powers: readonly number[] = (() => {
  const list: number[] = []
  for (let element = 1; list.length < groupOrder; ) {
    list.push(element)
    element = element & 0b1_0000 ? (element << 1) ^ fieldPolynomial : element << 1
  }
  return list
})()

/** Exponent of each element but 0, which has none. */
const exponents: readonly number[] = Array.from({ length: groupOrder + 1 }, (_, element) =>
  powers.indexOf(element),
)

const power = (exponent: number): number => powers[exponent % groupOrder] ?? 0
const exponentOf = (element: number): number => exponents[element] ?? -1

const multiply = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : power(exponentOf(a) + exponentOf(b))

/** Exponents of the roots of the generator polynomial (x - 2)(x - 4)(x - 8)(x - 16). */
const roots = [1, 2, 3, 4]

/** Its coefficients below x^4, highest degree first. */
const generator: readonly number[] = (() => {
  let product = [1]
  for (const root of roots)
    product = product.concat(0).map((high, at) => high ^ multiply(product[at - 1] ?? 0, power(root)))
  return product.slice(1)
})()

/** The check symbols of data symbols (each 0 to 31, at most 27 of them). */
export function checkSymbols(data: readonly number[]): readonly number[] {
  return data.reduce<readonly number[]>((remainder, symbol) => {
    const [first = 0, ...rest] = remainder
    const factor = symbol ^ first
    return [...rest, 0].map((value, at) => value ^ multiply(factor, generator[at] ?? 0))
  }, new Array<number>(checkSymbolCount).fill(0))
}

/** Value of the polynomial of the symbols at a root of the generator. */
const syndrome = (symbols: readonly number[], root: number): number =>
  symbols.reduce((sum, symbol) => multiply(sum, power(root)) ^ symbol, 0)

/** True if the last 4 symbols are the check symbols of those before. */
export const isCodeword = (symbols: readonly number[]): boolean =>
  roots.every((root) => syndrome(symbols, root) === 0)

/**
 * Position of the symbol that is wrong if only one is, counted from 0; undefined if two or three are, or none. For more
 * wrong symbols the position can be of a right one.
 */
export function wrongSymbolPosition(symbols: readonly number[]): number | undefined {
  const found = roots.map((root) => syndrome(symbols, root))
  if (found.includes(0)) return undefined
  // The syndromes of one error e at x^p are e·2^p, e·2^2p, e·2^3p and e·2^4p.
  const steps = found
    .slice(1)
    .map((next, at) => (exponentOf(next) - exponentOf(found[at] ?? 0) + groupOrder) % groupOrder)
  const [place = 0] = steps
  const position = symbols.length - 1 - place
  return steps.every((step) => step === place) && position >= 0 ? position : undefined
}
