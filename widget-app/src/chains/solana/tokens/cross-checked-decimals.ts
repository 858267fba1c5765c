import type { JsonRpc } from '../../json-rpc.ts'
import type { DecodedAsset } from '../../request-facts.ts'
import { type Accounts, readAccounts } from '../decode/read-accounts.ts'
import { decodeMint } from './token-state.ts'

/** Decimals that nodes report for a mint; `isUnconfirmed` if there is only one node. */
export type ReportedDecimals = Pick<DecodedAsset, 'decimals' | 'isUnconfirmed'>

/**
 * Decimals by mint, as both endpoints of the network report them, or the only one. Mints for which they report different
 * decimals, or the second none, are omitted. Pinned mints are not read.
 * @throws the signal's reason.
 */
export async function crossCheckedDecimals(
  accounts: Accounts,
  secondRpc: JsonRpc | undefined,
  isPinned: (mint: string) => boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReportedDecimals>> {
  const reported = [...accounts].flatMap(([address, account]) => {
    const mint = isPinned(address) ? undefined : decodeMint(account)
    return mint ? [{ address, decimals: mint.decimals }] : []
  })
  if (secondRpc === undefined)
    return new Map(reported.map(({ address, decimals }) => [address, { decimals, isUnconfirmed: true }]))
  if (reported.length === 0) return new Map()
  const addresses = reported.map(({ address }) => address)
  const others = await readAccounts(secondRpc, addresses, signal).catch((): Accounts => new Map())
  signal.throwIfAborted()
  return new Map(
    reported.flatMap(({ address, decimals }) =>
      decodeMint(others.get(address))?.decimals === decimals ? [[address, { decimals }] as const] : [],
    ),
  )
}
