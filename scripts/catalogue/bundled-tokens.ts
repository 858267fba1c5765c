import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from '#shared/zod.ts'
import { renamedTokens, requiredTokens, solanaTokens, unlistedSymbols } from './featured-tokens.ts'

/** `[contract, symbol, decimals, name]`; EVM contracts in lower case. */
export type TokenRow = readonly [contract: string, symbol: string, decimals: number, name: string]

/** Token rows by CAIP-2 network id. */
export type TokenTable = Readonly<Record<string, readonly TokenRow[]>>

const listedToken = z.object({
  chainId: z.int(),
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.int(),
  tags: z.optional(z.array(z.string())),
})
type ListedToken = z.infer<typeof listedToken>

const tokenList = z.object({ tokens: z.array(listedToken) })

const readList = (path: string): readonly ListedToken[] =>
  tokenList.parse(JSON.parse(readFileSync(path, 'utf8'))).tokens

/** CAIP-2 identifies Solana's main network by its genesis hash; the token list by 101. */
const solanaMainnet = { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', listId: 101 }

/** ₮ is not on keyboards and not in every font; the issuer's other networks have T. */
const plainSymbol = (symbol: string) => symbol.replaceAll('₮', 'T')

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function evmTokens(tokens: readonly ListedToken[], chainIds: ReadonlySet<number>): TokenTable {
  const table: Record<string, TokenRow[]> = {}
  for (const { chainId, address, symbol, name, decimals, tags = [] } of tokens) {
    if (!chainIds.has(chainId) || !tags.includes('underlying') || unlistedSymbols.test(symbol)) continue
    const contract = address.toLowerCase()
    const renamed = renamedTokens[`${chainId}:${contract}`]
    if (renamed === 'unlisted') continue
    const chain = `eip155:${chainId}`
    const rows = table[chain] ?? []
    table[chain] = rows
    rows.push([contract, renamed ?? plainSymbol(symbol), decimals, name])
  }
  return table
}

const contractMap = z.record(
  z.string(),
  z.object({ symbol: z.optional(z.string()), decimals: z.optional(z.int()) }),
)

/** @throws Error if MetaMask's list of Ethereum tokens has other decimals for a contract. */
function compareDecimals(rows: readonly TokenRow[], directory: string): void {
  const path = join(directory, '@metamask/contract-metadata/contract-map.json')
  const other = contractMap.parse(JSON.parse(readFileSync(path, 'utf8')))
  const decimalsOf = new Map(Object.entries(other).map(([key, value]) => [key.toLowerCase(), value.decimals]))
  for (const [contract, symbol, decimals] of rows) {
    const stated = decimalsOf.get(contract)
    if (stated !== undefined && stated !== decimals) {
      throw new Error(`${symbol} ${contract} has ${decimals} decimals in one source and ${stated} in another`)
    }
  }
}

/** @throws Error if two tokens of one network have one symbol or one contract, or decimals are out of range. */
function checkTable(table: TokenTable): void {
  for (const [chain, rows] of Object.entries(table)) {
    const invalidRow = rows.find(([, , decimals]) => decimals < 0 || decimals > 36)
    if (invalidRow) throw new Error(`${chain}: ${invalidRow[1]} has ${invalidRow[2]} decimals`)
    for (const column of [0, 1] as const) {
      const values = rows.map((row) => row[column].toUpperCase())
      const duplicate = values.find((value, at) => values.indexOf(value) !== at)
      if (duplicate !== undefined) throw new Error(`${chain}: ${duplicate} is listed twice`)
    }
  }
}

function pickSolana(tokens: readonly ListedToken[]): readonly TokenRow[] {
  return solanaTokens.map(([mint, symbol]) => {
    const found = tokens.find(({ chainId, address }) => chainId === solanaMainnet.listId && address === mint)
    if (!found) throw new Error(`The Solana token list does not contain ${symbol} ${mint}`)
    return [mint, symbol, found.decimals, found.name]
  })
}

/**
 * Tokens whose symbol and decimals the widget pins. EVM: the assets that the Aave protocol lists, each of which its
 * governance has reviewed. Solana: the mints of `solanaTokens`.
 */
export function buildTokens(directory: string, evmChainIds: ReadonlySet<number>): TokenTable {
  const evm = evmTokens(readList(join(directory, '@aave-dao/aave-address-book/tokenlist.json')), evmChainIds)
  compareDecimals(evm['eip155:1'] ?? [], directory)
  const registry = '@solana/spl-token-registry/dist/main/tokens/solana.tokenlist.json'
  const table = { ...evm, [solanaMainnet.id]: pickSolana(readList(join(directory, registry))) }
  checkTable(table)
  const missing = requiredTokens.filter(
    ([chain, contract]) => !table[chain]?.some(([listed]) => listed === contract),
  )
  if (missing.length > 0) throw new Error(`tokens without an entry: ${missing.join('; ')}`)
  return Object.fromEntries(
    Object.entries(table)
      .sort(([one], [other]) => byText(one, other))
      .map(([chain, rows]) => [chain, rows.toSorted(([one], [other]) => byText(one, other))]),
  )
}
