import type { PaymentLinkProblem, ReadPaymentLink } from './payment-request.ts'
import { readQueryPart } from './query-part.ts'

const address = '0x[0-9a-fA-F]{40}'

/** An ENS name: labels with dots between them, without separators of a link. */
const name = '[^\\s.@/?:#&=%]+(?:\\.[^\\s.@/?:#&=%]+)+'

/** EIP-681: `["pay-"] target ["@" chain] ["/" function] ["?" parameters]`. */
const shape = new RegExp(`^(?:pay-)?(${address}|${name})(?:@([^/?]*))?(?:/([^/?]*))?(?:\\?([^#?]+))?$`, 'u')

const isAddress = (text: string): boolean => new RegExp(`^${address}$`).test(text)
const isName = (text: string): boolean => new RegExp(`^${name}$`, 'u').test(text) && text.length <= 256

/** Fee parameters, which are valid and ignored: the wallet decides them. */
const feeParameters: readonly string[] = ['gas', 'gasLimit', 'gasPrice']

const uint256Limit = 1n << 256n

/** More digits than 2²⁵⁶ has, so that a short text cannot create a number that exhausts the memory. */
const exponentLimit = 77n

/**
 * Parses a number of EIP-681 to an integer: `2.014e18`. Undefined for one below zero, with a fraction left, or beyond
 * uint256.
 */
export function readWholeNumber(text: string): bigint | undefined {
  const match = /^\+?(\d{0,78})(?:\.(\d{1,78}))?(?:[eE](\d{1,3}))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  if (whole + fraction === '' || BigInt(exponent) > exponentLimit) return undefined
  const fractionDigits = fraction.replace(/0+$/, '')
  const shift = BigInt(exponent) - BigInt(fractionDigits.length)
  if (shift < 0n) return undefined
  const value = BigInt(whole + fractionDigits) * 10n ** shift
  return value < uint256Limit ? value : undefined
}

const invalid = (why: PaymentLinkProblem): ReadPaymentLink => ({ is: 'invalid', why })

/** The number of a parameter: undefined if it is absent, `wrong` if it is not an amount. */
function amountOf(values: ReadonlyMap<string, string>, part: string): bigint | undefined | 'wrong' {
  const text = values.get(part)
  return text === undefined ? undefined : (readWholeNumber(text) ?? 'wrong')
}

const hasUnknown = (values: ReadonlyMap<string, string>, ...knownNames: readonly string[]): boolean =>
  [...values.keys()].some((one) => !knownNames.includes(one) && !feeParameters.includes(one))

/**
 * Parses the part after `ethereum:` (EIP-681): the native currency, or `transfer` of an ERC-20. Any other call is a problem.
 */
export function readEthereumLink(rest: string): ReadPaymentLink {
  const match = shape.exec(rest)
  // It begins like an address but is not one: report the address, which is more helpful than `malformed`.
  if (!match) return invalid(/^(?:pay-)?0x(?![0-9a-f]{40}(?:[@/?]|$))/i.test(rest) ? 'address' : 'malformed')
  const [, target = '', chainId, call, query] = match
  if (chainId !== undefined && !/^[1-9]\d{0,31}$/.test(chainId)) return invalid('chain')
  const part = readQueryPart(query)
  if (part.is === 'invalid') return part
  const { values } = part
  if (call === undefined) {
    if (hasUnknown(values, 'value')) return invalid('unknown-part')
    const value = amountOf(values, 'value')
    if (value === 'wrong') return invalid('amount')
    return {
      is: 'request',
      request: { namespace: 'eip155', chainId, to: target, token: undefined, value },
    }
  }
  if (call !== 'transfer') return invalid('contract-call')
  if (!isAddress(target)) return invalid('address')
  if (hasUnknown(values, 'address', 'uint256', 'value')) return invalid('unknown-part')
  // A native amount sent with a token transfer would go to the token's contract, and be lost there.
  const nativeValue = amountOf(values, 'value')
  if (nativeValue !== undefined && nativeValue !== 0n)
    return invalid(nativeValue === 'wrong' ? 'amount' : 'contract-call')
  const to = values.get('address')
  if (to === undefined || !(isAddress(to) || isName(to))) return invalid('address')
  const value = amountOf(values, 'uint256')
  if (value === 'wrong') return invalid('amount')
  return { is: 'request', request: { namespace: 'eip155', chainId, to, token: target, value } }
}
