import { type Address, decodeFunctionData, type Hex, isAddressEqual, parseAbi, zeroAddress } from 'viem'
import { VendorError } from '../../ports/vendor.ts'
import { type OneInchQuote, type OneInchRequest, type OneInchSwap, vendor } from './api.ts'

/**
 * The general call of AggregationRouterV6: the router takes `amount` of `srcToken`, and reverts unless `dstReceiver` gets
 * `minReturnAmount` of `dstToken`, regardless of the executor. Its calls for single pools do not contain the received token.
 */
const routerAbi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
])

const basisPoints = 10_000n

const invalidSwap = (detail: string) => new VendorError(vendor, 'invalid', detail)

function decodeDescription(data: Hex) {
  try {
    return decodeFunctionData({ abi: routerAbi, data }).args[1]
  } catch {
    throw invalidSwap('the transaction is not a swap of its router')
  }
}

const isSame = (text: string, address: Address): boolean => text.toLowerCase() === address.toLowerCase()

/** @throws VendorError unless a quote is for the requested tokens. */
export function checkQuote({ srcToken, dstToken, dstAmount }: OneInchQuote, request: OneInchRequest): void {
  if (!isSame(srcToken.address, request.from) || !isSame(dstToken.address, request.to))
    throw invalidSwap('the quote is of other tokens')
  if (dstAmount === 0n) throw invalidSwap('the quote is zero')
}

export type ExpectedSwap = {
  readonly request: OneInchRequest
  readonly user: Address
  readonly router: Address
  readonly isNativeIn: boolean
  readonly slippageBasisPoints: bigint
}

/**
 * Verifies from its call data that a transaction is the requested swap: router, tokens, amount, recipient, minimum amount by
 * the slippage, no partial fill.
 * @returns the call data
 * @throws VendorError for anything else.
 */
export function checkSwap(response: OneInchSwap, expected: ExpectedSwap): Hex {
  const { request, user, router, isNativeIn, slippageBasisPoints } = expected
  const { tx, dstAmount } = response
  checkQuote(response, request)
  if (!isSame(tx.to, router)) throw invalidSwap('the transaction is not for the known router')
  if (!isSame(tx.from, user)) throw invalidSwap('the transaction is of another account')
  if (tx.value !== (isNativeIn ? request.amount : 0n))
    throw invalidSwap('the transaction sends another value')
  const swap = decodeDescription(tx.data)
  if (!isAddressEqual(swap.srcToken, request.from) || !isAddressEqual(swap.dstToken, request.to))
    throw invalidSwap('the swap is of other tokens')
  if (swap.amount !== request.amount) throw invalidSwap('the swap is of another amount')
  // The router treats the zero address as the sender.
  if (!isAddressEqual(swap.dstReceiver, user) && swap.dstReceiver !== zeroAddress)
    throw invalidSwap('the swap pays another account')
  const minimum = (dstAmount * (basisPoints - slippageBasisPoints)) / basisPoints
  if (swap.minReturnAmount === 0n || swap.minReturnAmount < minimum)
    throw invalidSwap('the swap may return less than the slippage allows')
  if (swap.flags !== 0n) throw invalidSwap('the swap has flags that are not allowed')
  return tx.data
}
