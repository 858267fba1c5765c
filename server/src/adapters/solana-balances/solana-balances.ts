import { base58Decode } from '@polkadot/util-crypto/base58'
import * as z from '../../../../shared/zod.ts'
import { resultOf, sendCalls } from '../../chain-clients/call-chain.ts'
import { type ChainRpc, UnsupportedChainError } from '../../ports/rpc.ts'
import { type Balance, type BalanceSource, InvalidAddressError } from '../../ports/sources/balances.ts'

/** A mint's metadata from a token list. */
export type SolanaToken = {
  readonly mint: string
  readonly name: string
  readonly symbol: string
  readonly iconUrl?: string
}

/** A cluster whose balances are read. */
export type SolanaBalanceChain = {
  /** CAIP-2. */
  readonly chainId: string
  readonly native: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly iconUrl?: string
  }
  readonly tokens: readonly SolanaToken[]
}

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const

/** The maximum that the API supports. */
const decimalsMax = 36
const addressLength = 32

const lamportsSchema = z.object({ value: z.int().check(z.gte(0)) })
const accountsSchema = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: z.string(),
              owner: z.string(),
              tokenAmount: z.object({
                amount: z.string().check(z.regex(/^\d{1,20}$/)),
                decimals: z.int().check(z.gte(0), z.lte(255)),
              }),
            }),
          }),
        }),
      }),
    }),
  ),
})

type TokenAmount = { readonly amount: bigint; readonly decimals: number }

function isAddress(text: string): boolean {
  try {
    return base58Decode(text).length === addressLength
  } catch {
    return false
  }
}

/** Label of an unlisted mint, as in the widget: its own metadata can claim any name. */
const shortenedMint = (mint: string): string => `${mint.slice(0, 4)}…${mint.slice(-4)}`

/**
 * One unit of a mint without decimals is a collectible: accounts get dozens of them as spam, and none has a balance to show.
 */
const isCollectible = ({ amount, decimals }: TokenAmount): boolean => decimals === 0 && amount === 1n

/**
 * Reads SOL and the tokens of both token programs, summed per mint over all token accounts of an owner. An unlisted mint is
 * named by its shortened address, so that its owner can see and send it, while its name cannot imitate another token; the
 * widget detects spam by such names and missing prices.
 */
export function createSolanaBalances(rpc: ChainRpc, chains: readonly SolanaBalanceChain[]): BalanceSource {
  const chainsById = new Map(
    chains.map((chain) => [
      chain.chainId,
      { chain, listed: new Map(chain.tokens.map((token) => [token.mint, token])) },
    ]),
  )
  return {
    chainIds: () => [...chainsById.keys()],
    balances: async (chainId, address, freshTokenIds) => {
      const found = chainsById.get(chainId)
      if (found === undefined) throw new UnsupportedChainError(chainId)
      if (!isAddress(address)) throw new InvalidAddressError(address)
      const { chain, listed } = found
      const settings = { commitment: 'confirmed', encoding: 'jsonParsed' }
      const calls = [
        { method: 'getBalance', params: [address, settings] },
        ...tokenPrograms.map((programId) => ({
          method: 'getTokenAccountsByOwner',
          params: [address, { programId }, settings],
        })),
      ]
      const isFresh = freshTokenIds.some((id) => id.startsWith(`${chainId}:`))
      const [nativeResponse, ...programs] = await sendCalls(rpc, chainId, calls, { isFresh })
      const lamports = resultOf(chainId, 'getBalance', nativeResponse, lamportsSchema).value
      const amounts = new Map<string, TokenAmount>()
      for (const response of programs) {
        for (const { account } of resultOf(chainId, 'getTokenAccountsByOwner', response, accountsSchema)
          .value) {
          const { mint, owner, tokenAmount } = account.data.parsed.info
          if (owner !== address) continue
          const amount = (amounts.get(mint)?.amount ?? 0n) + BigInt(tokenAmount.amount)
          amounts.set(mint, { amount, decimals: tokenAmount.decimals })
        }
      }
      const tokens = [...amounts].flatMap(([mint, total]): readonly Balance[] => {
        const token = listed.get(mint)
        if (total.amount === 0n || total.decimals > decimalsMax) return []
        if (token === undefined && isCollectible(total)) return []
        const { name, symbol, iconUrl } = token ?? { name: shortenedMint(mint), symbol: shortenedMint(mint) }
        const icon = iconUrl === undefined ? {} : { iconUrl }
        return [{ chainId, tokenId: `${chainId}:${mint}`, name, symbol, ...total, ...icon }]
      })
      return [{ chainId, ...chain.native, amount: BigInt(lamports) }, ...tokens]
    },
  }
}
