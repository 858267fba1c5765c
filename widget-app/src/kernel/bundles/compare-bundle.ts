import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { Connection, RpcRequest, SentBundle } from '#widget/chains/contract.ts'
import { mismatchAlarmAtom, unverifiedNoticeAtom } from '#widget/kernel/mismatch-alarm.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { atom } from '#widget/lib/state.ts'
import type { BundleReceipt } from './bundle-status.ts'

/** What a wallet was asked for with a bundle of its own. */
type AskedBundle = {
  readonly wallet: Connection
  readonly request: RpcRequest
  readonly account: SentBundle['account']
  readonly chain: SentBundle['chain']
  readonly calls: SentBundle['calls']
}

/** Bundles remembered, the latest ones: calls may be long. */
const rememberedLimit = 8

/** By id, for as long as the page lives and until they are compared. */
const askedBundlesAtom = atom<ReadonlyMap<string, AskedBundle>>(new Map())

/** Keeps what was asked for until the chain shows what became of it. */
export const rememberBundleAtom = atom(null, (get, set, id: string, asked: AskedBundle): void =>
  set(askedBundlesAtom, new Map([...get(askedBundlesAtom), [id, asked] as const].slice(-rememberedLimit))),
)

/**
 * Compares, once, the calls of a bundle that is on the chain with those that were asked for, and raises the alarm where it
 * shows other ones (channel D8), or a notice where they cannot be compared. Calls that the wallet adds are on its own screen.
 * Never rejects.
 */
export const compareBundleAtom = atom(
  null,
  async (get, set, id: string, receipts: readonly BundleReceipt[]): Promise<void> => {
    const asked = get(askedBundlesAtom).get(id)
    if (!asked || receipts.length === 0) return
    set(askedBundlesAtom, new Map([...get(askedBundlesAtom)].filter(([key]) => key !== id)))
    const { wallet, request, account, chain, calls } = asked
    const hashes = [...new Set(receipts.map(({ transactionHash }) => transactionHash))]
    try {
      const { contractCalls } = await get(portsAtom).chains.adapter(wallet.namespace)
      const sent = { account, chain, hashes, calls }
      const verdict = await contractCalls?.bundles?.verify(sent, new AbortController().signal)
      if (verdict === 'unverifiable') set(unverifiedNoticeAtom)
    } catch (error) {
      if (isWidgetError(error, 'send/mismatch')) return set(mismatchAlarmAtom, wallet, request)
      get(portsAtom).log('A bundle could not be compared', error)
      set(unverifiedNoticeAtom)
    }
  },
)
