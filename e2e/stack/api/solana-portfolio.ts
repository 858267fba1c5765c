import * as z from 'zod/mini'
import { type BalanceSource, InvalidAddressError } from '#server/ports/balances.ts'
import type { PriceSource } from '#server/ports/prices.ts'
import { nativeTokenAddresses } from '#shared/api/price.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { tokenProgram } from '../chains/solana/addresses.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import type { Stack } from '../stack-file.ts'
import { callNode } from '../walletconnect/node-call.ts'
import { readPrices, tokenPrice } from './portfolio.ts'

const lamportsSchema = z.object({ value: z.int() })
const holdingsSchema = z.object({
  value: z.array(
    z.object({
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({ mint: z.string(), tokenAmount: z.object({ amount: z.string() }) }),
          }),
        }),
      }),
    }),
  ),
})

/** Symbols with a picture of their own. */
const pictured: readonly string[] = ['SOL', 'USDC']
const picture = (symbol: string) =>
  pictured.includes(symbol) ? { iconUrl: `/tokens/${symbol.toLowerCase()}.svg` } : {}

type Node = Pick<Stack['solana'], 'id' | 'rpcUrl'>

/** SOL and every known token of an account, from the local Solana chain. */
export function solanaBalances({ id: chainId, rpcUrl }: Node): BalanceSource {
  return {
    chainIds: () => [chainId],
    holdings: async (_chainId, owner) => {
      if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(owner)) throw new InvalidAddressError(owner)
      const confirmed = { commitment: 'confirmed', encoding: 'jsonParsed' }
      const [coins, holdings] = await Promise.all([
        callNode(rpcUrl, 'getBalance', [owner, confirmed]),
        callNode(rpcUrl, 'getTokenAccountsByOwner', [owner, { programId: tokenProgram }, confirmed]),
      ])
      const held = z.parse(holdingsSchema, holdings).value.map(({ account }) => account.data.parsed.info)
      const tokens = svmMints.flatMap(({ name, symbol, decimals, key }) => {
        const own = held.filter(({ mint }) => mint === key.address)
        const amount = own.reduce((sum, { tokenAmount }) => sum + BigInt(tokenAmount.amount), 0n)
        const tokenId = `${chainId}:${key.address}`
        return amount > 0n ? [{ chainId, tokenId, name, symbol, decimals, amount, ...picture(symbol) }] : []
      })
      const amount = BigInt(z.parse(lamportsSchema, coins).value)
      const sol = { name: 'Solana', symbol: 'SOL', decimals: 9, amount, ...picture('SOL') }
      return [{ chainId, ...sol }, ...tokens]
    },
  }
}

/** Prices of the Solana chain's tokens, from the feeds of an Ethereum chain. */
export function solanaPrices({ id }: Node, feeds: RunningChain): PriceSource {
  const coin = { name: 'Solana', symbol: 'SOL', address: nativeTokenAddresses.solana }
  const known = [coin, ...svmMints.map(({ name, symbol, key }) => ({ name, symbol, address: key.address }))]
  return {
    prices: async (tokenIds, currency) => {
      const tokens = known.filter(({ address }) => tokenIds.includes(`${id}:${address}`))
      if (tokens.length === 0) return []
      const prices = await readPrices(feeds, currency)
      return tokens.flatMap((token) => {
        const price = prices.get(token.symbol)
        const { iconUrl: _, ...priced } = tokenPrice(`${id}:${token.address}`, token, price ?? 0n)
        return price === undefined ? [] : [{ ...priced, ...picture(token.symbol) }]
      })
    },
  }
}
