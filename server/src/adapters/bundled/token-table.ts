import { readFileSync } from 'node:fs'
import * as z from '../../../../shared/zod.ts'

/** A bundled token, with reviewed name, symbol and decimals. */
export type BundledToken = {
  /** CAIP-2. */
  readonly chainId: string
  /** EVM contract or Solana mint. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const tableSchema = z.record(
  z.string(),
  z.array(z.tuple([z.string(), z.string(), z.int().check(z.gte(0), z.lte(36)), z.string()])),
)

/** Reads the generated table of tokens that the widget bundles too. @throws Error when the file is missing or invalid. */
export function readTokenTable(file: URL): readonly BundledToken[] {
  const table = z.parse(tableSchema, JSON.parse(readFileSync(file, 'utf8')))
  return Object.entries(table).flatMap(([chainId, rows]) =>
    rows.map(([address, symbol, decimals, name]) => ({ chainId, address, symbol, decimals, name })),
  )
}
