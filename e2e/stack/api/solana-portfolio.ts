import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import type { balanceEntry } from '#shared/api/balance.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { tokenProgram } from '../chains/solana/addresses.ts'
import { svmMints } from '../chains/solana/tokens.ts'
import type { Stack } from '../stack-file.ts'
import { callNode } from '../walletconnect/node-call.ts'
import { Refusal } from './mount.ts'
import { pricesIn } from './portfolio.ts'

type Balance = z.input<ReturnType<typeof balanceEntry>>

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

/** SOL and every known token of an account, from the chain; prices from the feeds of an Ethereum chain. */
export async function solanaBalances(
  { id, rpcUrl }: Pick<Stack['solana'], 'id' | 'rpcUrl'>,
  feeds: RunningChain,
  owner: string,
  currency: string,
): Promise<Balance[]> {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(owner)) throw new Refusal(400, `Invalid address: ${owner}`)
  const confirmed = { commitment: 'confirmed', encoding: 'jsonParsed' }
  const [coins, holdings, prices] = await Promise.all([
    callNode(rpcUrl, 'getBalance', [owner, confirmed]),
    callNode(rpcUrl, 'getTokenAccountsByOwner', [owner, { programId: tokenProgram }, confirmed]),
    pricesIn(feeds, currency),
  ])
  const balance = (
    name: string,
    symbol: string,
    decimals: number,
    amount: bigint,
    mint?: string,
  ): Balance => {
    const price = prices.get(symbol) ?? 0
    const numeric = formatUnits(amount, decimals)
    return {
      name,
      symbol,
      chainId: id,
      ...(mint === undefined ? {} : { address: `${id}:${mint}` }),
      value: Number(numeric) * price,
      price,
      quantity: { decimals: String(decimals), numeric },
      ...(pictured.includes(symbol) ? { iconUrl: `/tokens/${symbol.toLowerCase()}.svg` } : {}),
    }
  }
  const held = z.parse(holdingsSchema, holdings).value.map(({ account }) => account.data.parsed.info)
  const tokens = svmMints.flatMap(({ name, symbol, decimals, key }) => {
    const own = held.filter(({ mint }) => mint === key.address)
    const amount = own.reduce((sum, { tokenAmount }) => sum + BigInt(tokenAmount.amount), 0n)
    return amount > 0n ? [balance(name, symbol, decimals, amount, key.address)] : []
  })
  return [balance('Solana', 'SOL', 9, BigInt(z.parse(lamportsSchema, coins).value)), ...tokens]
}
