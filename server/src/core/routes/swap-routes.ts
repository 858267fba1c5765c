import { getConvertGasPrice, getConvertQuotes, getConvertTokens } from '../../../../shared/api/convert.ts'
import {
  getBuildApprove,
  getConvertAllowance,
  postBuildTransaction,
} from '../../../../shared/api/convert-calls.ts'
import {
  InvalidSwapError,
  NoLiquidityError,
  type RequestedSwap,
  type SwapService,
} from '../../ports/sources/swaps.ts'
import { privateResponse, sharedResponse } from '../cache-policy.ts'
import { HttpError } from '../http-error.ts'
import type { ImageUrlFor } from './image-urls.ts'
import { type Route, route } from './route.ts'

/** The largest allowance (EIP-20): returned for chains that need no approval. */
const unlimited = 2n ** 256n - 1n

type SwapQuery = {
  readonly amount: string
  readonly userAddress: string
  readonly from: string
  readonly to: string
}

/** Chain and address of a CAIP-10 id. */
function splitId(id: string): { readonly chain: string; readonly address: string } {
  const at = id.lastIndexOf(':')
  return { chain: id.slice(0, at), address: id.slice(at + 1) }
}

const withHttpErrors = async <T>(result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    const isCallerError = error instanceof NoLiquidityError || error instanceof InvalidSwapError
    throw isCallerError ? new HttpError(400, error.message) : error
  })

/**
 * Swaps (SPEC §7 convert/*), by the service of each chain.
 * @param imageUrlFor returns the URL from which the widget loads a token icon.
 */
export function swapRoutes(services: readonly SwapService[], imageUrlFor: ImageUrlFor): readonly Route[] {
  const serviceOf = (chainId: string): SwapService => {
    const service = services.find((one) => one.chainId === chainId)
    if (service === undefined) throw new HttpError(400, `Chain is not supported: ${chainId}`)
    return service
  }

  function readSwap(query: SwapQuery): { readonly service: SwapService; readonly swap: RequestedSwap } {
    const [from, to, user] = [splitId(query.from), splitId(query.to), splitId(query.userAddress)]
    const service = serviceOf(from.chain)
    if (from.chain !== to.chain || user.chain !== from.chain)
      throw new HttpError(400, 'Both tokens must be on one chain')
    if (from.address.toLowerCase() === to.address.toLowerCase())
      throw new HttpError(400, 'A token cannot be swapped into itself')
    const amount = BigInt(query.amount)
    if (amount === 0n) throw new HttpError(400, 'The amount is zero')
    return { service, swap: { user: user.address, from: from.address, to: to.address, amount } }
  }

  /** An address as CAIP-10. */
  const accountIdOf = (service: SwapService, address: string): string => `${service.chainId}:${address}`

  return [
    route(getConvertTokens, sharedResponse, async ({ query }) => {
      const service = serviceOf(query.chainId)
      const tokens = await service.tokens()
      return {
        tokens: tokens.map(({ logoUri, ...token }) => {
          const logo = imageUrlFor(logoUri)
          return {
            ...token,
            address: accountIdOf(service, token.address),
            ...(logo === undefined ? {} : { logoUri: logo }),
          }
        }),
      }
    }),

    route(getConvertQuotes, privateResponse, async ({ query }) => {
      const { service, swap } = readSwap(query)
      const { toAmount, providerFee } = await withHttpErrors(service.quote(swap))
      return {
        quotes: [
          {
            id: null,
            fromAmount: query.amount,
            fromAccount: query.from,
            toAmount: String(toAmount),
            toAccount: query.to,
            ...(providerFee === undefined ? {} : { providerFee: String(providerFee) }),
          },
        ],
      }
    }),

    route(getConvertAllowance, privateResponse, async ({ query }) => {
      const token = splitId(query.tokenAddress)
      const { approvals } = serviceOf(token.chain)
      const owner = splitId(query.userAddress).address
      const allowance = approvals && (await withHttpErrors(approvals.allowance(owner, token.address)))
      return { allowance: String(allowance ?? unlimited) }
    }),

    route(getConvertGasPrice, privateResponse, ({ query }) => serviceOf(query.chainId).gasPrice()),

    route(getBuildApprove, privateResponse, async ({ query }) => {
      const token = splitId(query.from)
      const service = serviceOf(token.chain)
      if (service.approvals === undefined) throw new HttpError(400, 'No approval is needed on this chain')
      const amount = query.amount === undefined ? undefined : BigInt(query.amount)
      const owner = splitId(query.userAddress).address
      const tx = await withHttpErrors(service.approvals.build(owner, token.address, amount))
      return { tx: { ...tx, from: query.userAddress, to: accountIdOf(service, tx.to) } }
    }),

    route(postBuildTransaction, privateResponse, async ({ body }) => {
      const { service, swap } = readSwap(body)
      const terms = service.chainId.startsWith('solana:') ? body.solana : body.eip155
      if (terms === undefined) throw new HttpError(400, 'The slippage is missing')
      const basisPoints = BigInt(Math.round(terms.slippage * 100))
      const tx = await withHttpErrors(service.build(swap, basisPoints, body.disableEstimate !== true))
      return { tx: { ...tx, from: body.userAddress, to: accountIdOf(service, tx.to) } }
    }),
  ]
}
