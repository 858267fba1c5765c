/**
 * A number without its unit. `own`: the field's unit, or none; `other`: a different unit; `unclear`: the text has two
 * readings.
 */
export type UnitRead =
  | { readonly is: 'own'; readonly number: string }
  | { readonly is: 'other'; readonly number: string; readonly unit: string }
  | { readonly is: 'unclear' }

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase()

/** A unit of digits and separators alone would remove them from the number. */
const isUnit = (unit: string): boolean => /[\p{L}\p{Sc}%٪]/u.test(unit)

/** The number next to a unit of the field. White space must separate a unit with a digit in it, such as 1INCH. */
function removeUnit(text: string, unit: string, isAtEnd: boolean): UnitRead | undefined {
  const candidate = isAtEnd ? text.slice(-unit.length) : text.slice(0, unit.length)
  if (comparable(candidate) !== comparable(unit)) return undefined
  const rest = isAtEnd ? text.slice(0, -unit.length) : text.slice(unit.length)
  const number = rest.trim()
  // `ETH` at the end of `1 WETH` is not the unit.
  if (!(isAtEnd ? /[\d.,٫]$/ : /^[+-]?[\d.,٫]/).test(number)) return undefined
  if (!/\d/.test(unit)) return { is: 'own', number }
  if (rest === number) return undefined
  // `USD1 100` may be 100 USD1 or 1,100 USD.
  const isGroup = isAtEnd
    ? /^\d{3}(?!\d)/.test(unit)
    : /(?<!\d)[1-9]\d{0,2}$/.test(unit) && /^\d{3}(?!\d)/.test(number)
  return isGroup ? { is: 'unclear' } : { is: 'own', number }
}

const unitWord = String.raw`[\p{L}\p{Sc}%٪][\p{L}\p{M}\p{S}%.-]{0,31}`
const separated = String.raw`(?=\S*[\p{L}\p{Sc}])\S{1,32}`
const leading = new RegExp(String.raw`^(?:(${unitWord})\s*|(${separated})\s+)([\d.,٫].*)$`, 'u')
const trailing = new RegExp(String.raw`^(.*?[\d.,٫])(?:\s*(${unitWord})|\s+(${separated}))$`, 'u')

/** The number next to letters or a currency sign. An exponent (`1e5`), complete or not, is part of the number. */
function removeOtherUnit(text: string): UnitRead {
  if (/(?:^|\d[.,٫]?)e[+-]?\d*$/i.test(text)) return { is: 'own', number: text }
  const [, after = '', attached, separate] = trailing.exec(text) ?? []
  const unit = attached ?? separate
  if (unit !== undefined) return { is: 'other', number: after, unit }
  const [, attachedLead, separateLead, number = ''] = leading.exec(text) ?? []
  const lead = attachedLead ?? separateLead
  return lead === undefined ? { is: 'own', number: text } : { is: 'other', number, unit: lead }
}

/** Removes the unit before or after a number. `units` are names of the field's unit, compared without case. */
export function readUnit(text: string, units: readonly string[]): UnitRead {
  let number = text
  for (const isAtEnd of [true, false]) {
    for (const unit of units.filter(isUnit)) {
      const read = removeUnit(number, unit, isAtEnd)
      if (read?.is === 'unclear') return read
      if (read === undefined) continue
      number = read.number
      break
    }
  }
  return removeOtherUnit(number)
}
