import { type Address, isAddress } from '@solana/web3.js'
import { nativeTokenAddresses } from '../../../../shared/api/price.ts'
import * as z from '../../../../shared/zod.ts'
import { callChain, resultOf, sendCalls } from '../../chain-clients/call-chain.ts'
import { offeredTokens, type SwapToken } from '../../chain-clients/offered-tokens.ts'
import type { ChainRpc } from '../../ports/rpc.ts'
import { InvalidSwapError, type RequestedSwap, type SwapService } from '../../ports/sources/swaps.ts'
import { VendorError } from '../../ports/vendor.ts'
import { type JupiterApi, type JupiterRequest, vendor } from './api.ts'
import { checkQuote, checkSwap } from './check-swap.ts'
import { jupiterProgram, wrappedSol } from './programs.ts'
import {
  instructionsOf,
  parseUnsigned,
  tableAccountsSchema,
  type UnsignedTransaction,
} from './transaction.ts'

/** CAIP-2 id of the only cluster that Jupiter supports. */
export const jupiterChainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

export type JupiterOptions = {
  readonly native: Omit<SwapToken, 'address'>
  readonly tokens: readonly SwapToken[]
}

/** Slippage of a quote before the user has chosen one. */
const quoteSlippage = 50n
const slippageMax = 10_000n
const amountMax = 2n ** 64n - 1n
/** Fee of a signature, without priority, in lamports. */
const lamportsPerSignature = '5000'

const native = nativeTokenAddresses.solana
const heightSchema = z.int().check(z.gte(0))
const simulationSchema = z.object({ value: z.object({ err: z.unknown() }) })
const processed = { commitment: 'processed' }

/** @throws InvalidSwapError */
function parseAddress(text: string): Address {
  if (!isAddress(text)) throw new InvalidSwapError(`Invalid address: ${text}`)
  return text
}

const mintOf = (token: string): Address => (token === native ? wrappedSol : parseAddress(token))

/** Swaps by Jupiter on Solana mainnet; a transaction is returned only if every instruction of it is verified. */
export function createJupiterSwaps(
  rpc: ChainRpc,
  api: JupiterApi,
  { native: nativeCurrency, tokens }: JupiterOptions,
): SwapService {
  function parseSwap(swap: RequestedSwap, slippageBasisPoints: bigint) {
    const user = parseAddress(swap.user)
    const [inputMint, outputMint] = [mintOf(swap.from), mintOf(swap.to)]
    if (inputMint === outputMint) throw new InvalidSwapError('The tokens are the same')
    if (swap.amount <= 0n || swap.amount > amountMax) throw new InvalidSwapError('Invalid amount')
    return { user, request: { inputMint, outputMint, amount: swap.amount, slippageBasisPoints } }
  }

  async function quoteOf(request: JupiterRequest) {
    const swapResponse = await api.quote(request)
    checkQuote(swapResponse.quote, request)
    return swapResponse
  }

  /** Instructions of a transaction. @throws VendorError when it has expired or an account of it is unknown. */
  async function load(transaction: UnsignedTransaction, lastValidBlockHeight: number) {
    const { tables } = transaction
    const responses = await sendCalls(rpc, jupiterChainId, [
      { method: 'getBlockHeight', params: [processed] },
      ...(tables.length === 0
        ? []
        : [{ method: 'getMultipleAccounts', params: [tables, { ...processed, encoding: 'base64' }] }]),
    ])
    const height = resultOf(jupiterChainId, 'getBlockHeight', responses[0], heightSchema)
    if (height > lastValidBlockHeight) throw new VendorError(vendor, 'invalid', 'the transaction has expired')
    const found =
      tables.length === 0
        ? []
        : resultOf(jupiterChainId, 'getMultipleAccounts', responses[1], tableAccountsSchema()).value
    const instructions = instructionsOf(transaction, found)
    if (instructions === undefined)
      throw new VendorError(vendor, 'invalid', 'the transaction has unknown accounts')
    return instructions
  }

  /** @throws InvalidSwapError when the chain would reject the transaction. */
  async function simulate(data: string): Promise<void> {
    const config = { ...processed, encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true }
    const call = { method: 'simulateTransaction', params: [data, config] }
    const { value } = await callChain(rpc, jupiterChainId, call, simulationSchema)
    if (value.err !== null) throw new InvalidSwapError('The swap would fail')
  }

  return {
    chainId: jupiterChainId,
    tokens: async () => offeredTokens({ ...nativeCurrency, address: native }, tokens),
    quote: async (swap) => {
      const { quote } = await quoteOf(parseSwap(swap, quoteSlippage).request)
      return { toAmount: quote.outAmount }
    },
    gasPrice: async () => ({
      standard: lamportsPerSignature,
      fast: lamportsPerSignature,
      instant: lamportsPerSignature,
    }),
    build: async (swap, slippageBasisPoints, isSimulated) => {
      if (slippageBasisPoints < 0n || slippageBasisPoints > slippageMax)
        throw new InvalidSwapError('Slippage is 0 to 100 percent')
      const { user, request } = parseSwap(swap, slippageBasisPoints)
      const [isNativeIn, isNativeOut] = [swap.from === native, swap.to === native]
      const { quote, raw } = await quoteOf(request)
      const swapResponse = await api.swap(raw, user, isNativeIn || isNativeOut)
      const data = swapResponse.swapTransaction
      const transaction = parseUnsigned(data)
      if (transaction?.signer !== user)
        throw new VendorError(vendor, 'invalid', 'the transaction is not one for the user alone to sign')
      await checkSwap(await load(transaction, swapResponse.lastValidBlockHeight), {
        ...request,
        ...{ user, isNativeIn, isNativeOut, quotedOut: quote.outAmount },
        inputMint: mintOf(swap.from),
        outputMint: mintOf(swap.to),
      })
      if (isSimulated) await simulate(data)
      return { to: jupiterProgram, data, amount: String(isNativeIn ? swap.amount : 0n) }
    },
  }
}
