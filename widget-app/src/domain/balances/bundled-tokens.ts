import { type ChainId, chainIdSchema, namespaceOf } from '#shared/caip/chain-id.ts'
import { custom, integer, listOf, parseWire } from '#shared/wire-schema.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'

/** Token metadata that the widget pins, independent of an API, a node or the host. */
export type BundledToken = { readonly symbol: string; readonly decimals: number; readonly name: string }

/**
 * Looks up a token by network and contract; Solana mints are compared exactly, EVM contracts in any case. Undefined for
 * every token that neither the bundled table nor the deployment lists.
 */
export type BundledTokens = (chain: ChainId, contract: string) => BundledToken | undefined

type Row = readonly [contract: string, symbol: string, decimals: number, name: string]

const decimalsOf = integer(0, 36)
const isText = (value: unknown): value is string => typeof value === 'string' && /^[^\s].{0,63}$/.test(value)

const row = custom<Row>(
  (value) =>
    Array.isArray(value) &&
    value.length === 4 &&
    isText(value[0]) &&
    isText(value[1]) &&
    decimalsOf.fits(value[2]) &&
    isText(value[3]),
)
const rows = listOf(row, 2_000)

const keyOf = (chain: ChainId, contract: string): string =>
  `${chain}/${namespaceOf(chain) === 'eip155' ? contract.toLowerCase() : contract}`

/** The generated table, `{ [chain]: [contract, symbol, decimals, name][] }`, by network and contract. */
function readTable(table: unknown): ReadonlyMap<string, BundledToken> {
  const tokens = new Map<string, BundledToken>()
  for (const [id, list] of Object.entries(Object(table))) {
    const chain = parseWire(chainIdSchema, id)
    const listed = parseWire(rows, list)
    if (!chain.success || !listed.success) throw new Error('It does not have the expected shape')
    for (const [contract, symbol, decimals, name] of listed.data) {
      tokens.set(keyOf(chain.data, contract), { symbol, decimals, name })
    }
  }
  return tokens
}

const tableAtom = atom<ReadonlyMap<string, BundledToken> | undefined>(undefined)

/**
 * Loads the bundled table once. Await it before reading `bundledTokensAtom` if the result decides what is reviewed. Never
 * rejects: if loading fails, only the deployment's tokens are known, and the next call tries again.
 */
export const loadBundledTokensAtom = atom(null, async (get, set): Promise<void> => {
  if (get(tableAtom)) return
  const { bundled, log } = get(portsAtom)
  try {
    set(tableAtom, readTable(await bundled.tokens()))
  } catch (cause) {
    log('The bundled token table could not be loaded', cause)
  }
})

/**
 * The tokens whose symbol and decimals are pinned: the deployment's `tokens` (widget.config.json), then the bundled table;
 * never those that a host lists. Synchronous; only the deployment's until the table is loaded, which the first subscriber
 * starts.
 */
export const bundledTokensAtom = atom(
  (get): BundledTokens => {
    const table = get(tableAtom)
    const deployed = new Map(
      get(deployConfigAtom).tokens.map(({ chain, address, symbol, decimals, name }) => [
        keyOf(chain, address),
        { symbol, decimals, name: name ?? symbol },
      ]),
    )
    return (chain, contract) => {
      const key = keyOf(chain, contract)
      return deployed.get(key) ?? table?.get(key)
    }
  },
  (_get, set) => {
    void set(loadBundledTokensAtom)
  },
)
bundledTokensAtom.onMount = (load) => load()
