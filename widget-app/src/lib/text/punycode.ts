const base = 36
const tMin = 1
const tMax = 26

const digitOf = (character: string): number | undefined => {
  if (/^[a-z]$/.test(character)) return character.charCodeAt(0) - 97
  if (/^[0-9]$/.test(character)) return character.charCodeAt(0) - 22
  return undefined
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + 38))
}

/**
 * Decodes the part of a host label after `xn--` (RFC 3492); undefined if it is malformed.
 * @example decodePunycode('mnchen-3ya') // 'münchen'
 */
export function decodePunycode(text: string): string | undefined {
  const split = text.lastIndexOf('-')
  const output = Array.from(split > 0 ? text.slice(0, split) : '', (one) => one.charCodeAt(0))
  const input = [...text.slice(split > 0 ? split + 1 : 0)]
  let point = 128
  let bias = 72
  let index = 0
  while (input.length > 0) {
    const before = index
    let weight = 1
    for (let k = base; ; k += base) {
      const digit = digitOf(input.shift() ?? '')
      if (digit === undefined) return undefined
      index += digit * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
      if (weight > 0x7fffffff) return undefined
    }
    const count = output.length + 1
    bias = adapted(index - before, count, before === 0)
    point += Math.floor(index / count)
    index %= count
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined
    output.splice(index, 0, point)
    index += 1
  }
  return String.fromCodePoint(...output)
}
