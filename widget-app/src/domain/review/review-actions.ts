import { hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { knownReceiversAtom, receiverKey, withReceivers } from '#widget/domain/accounts/known-recipients.ts'
import { isReportedBySiteAtom } from '#widget/domain/balances/balance-source.ts'
import { bundledTokensAtom, loadBundledTokensAtom } from '#widget/domain/balances/bundled-tokens.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { addReviewAtom, changeReviewAtom, endReviewAtom } from '#widget/domain/review-queue/reviews.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { isBehindSessionAtom, walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { atom } from '#widget/lib/state.ts'
import { reviewNeedsWindow } from './needs-confirm-window.ts'
import { type AskedRequest, type ReviewIo, reviewRequest } from './review-request.ts'
import { expireReviewsAtom, isAsPrepared, pinnedState } from './review-snapshot.ts'
import { openReviewWindow } from './window/open-confirm-window.ts'

const hostOf = (origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined

/** Asks a wallet for the dApp, reviewed where the rules want that. @throws as `reviewRequest`. */
export const reviewedRequestAtom = atom(null, (get, set, asked: AskedRequest): Promise<unknown> => {
  const ports = get(portsAtom)
  const io: ReviewIo = {
    clock: ports.clock,
    id: ports.ids,
    adapter: ports.chains.adapter,
    network: async (chain) => {
      await set(loadNetworksAtom)
      return get(networkTableAtom).get(chain)
    },
    wish: () => get(hostConfigAtom).review ?? 'risky',
    keysOf: () => 'wallet',
    host: () => hostOf(get(hostOriginAtom)),
    isKnownReceiver: (chain, address) => get(knownReceiversAtom).includes(receiverKey(chain, address)),
    isReportedBySite: (chain) => get(isReportedBySiteAtom(chain)),
    knownAddresses: (namespace) => get(knownAddressesAtom(namespace)),
    rememberReceivers: (chain, addresses) => {
      if (addresses.length === 0) return
      const keys = addresses.map((address) => receiverKey(chain, address))
      set(knownReceiversAtom, (known) => withReceivers(known, keys))
    },
    bundledTokens: async () => {
      await set(loadBundledTokensAtom)
      const tokens = get(bundledTokensAtom)
      return (chain, contract) => tokens(chain, contract) !== undefined
    },
    pin: (connection) => pinnedState(get, connection),
    isAsPrepared: (connection) => isAsPrepared(get, connection),
    waitsFor: ({ handle }) =>
      get(walletAppAtom(handle)) ? 'app' : get(isBehindSessionAtom(handle)) ? 'session' : 'nothing',
    add: (review) => {
      set(addReviewAtom, review)
      // What changed while the request was read quietly ends it as it opens.
      set(expireReviewsAtom)
    },
    needsWindow: (review) => reviewNeedsWindow(get, review),
    openWindow: (review, events) => openReviewWindow(get, review, events),
    change: (id, change) => set(changeReviewAtom, id, change),
    end: (id) => set(endReviewAtom, id),
  }
  return reviewRequest(io, asked)
})
