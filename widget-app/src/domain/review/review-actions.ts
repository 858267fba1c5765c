import { hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import {
  knownRecipientsAtom,
  recipientKey,
  withRecipients,
} from '#widget/domain/accounts/known-recipients.ts'
import { isHostReportedAtom } from '#widget/domain/balances/balance-source.ts'
import { bundledTokensAtom, loadBundledTokensAtom } from '#widget/domain/balances/bundled-tokens.ts'
import { requestVaultTicketAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import {
  hasSpendingLimitAtom,
  limitFrameSlotAtom,
  paymentDocument,
} from '#widget/domain/embedded-wallet/spending-limits.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { addReviewAtom, closeReviewAtom, updateReviewAtom } from '#widget/domain/review-queue/reviews.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import {
  isEmbeddedWalletAtom,
  isSessionWalletAtom,
  walletAppAtom,
} from '#widget/domain/wallets/wallet-app.ts'
import { atom } from '#widget/lib/state.ts'
import { needsConfirmWindow } from './confirm-window-atoms.ts'
import { type RequestedReview, type ReviewPorts, reviewRequest } from './review-request.ts'
import { expireReviewsAtom, matchesSnapshot, reviewSnapshot } from './review-snapshot.ts'
import { isSignedByVault, storeSignedAtom, vaultCompletionAtom } from './vault-signing.ts'
import type { WindowApproval } from './window/confirm-window-client.ts'
import { openConfirmWindow, openPaymentFrame } from './window/open-confirm-window.ts'

const hostOf = (origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined

/** Sends a dApp's request to a wallet, reviewed if the rules require it. @throws as `reviewRequest`. */
export const reviewedRequestAtom = atom(
  null,
  async (get, set, requested: RequestedReview): Promise<unknown> => {
    const ports = get(portsAtom)
    const storingSigned = (onApproved: (approved: WindowApproval) => void) => (approved: WindowApproval) => {
      const { request, signed } = approved
      if (signed !== undefined) set(storeSignedAtom, { request, signed })
      onApproved(approved)
    }
    const reviewPorts: ReviewPorts = {
      clock: ports.clock,
      id: ports.ids,
      adapter: ports.chains.adapter,
      network: async (chain) => {
        await set(loadNetworksAtom)
        return get(networkTableAtom).get(chain)
      },
      reviewMode: () => get(hostConfigAtom).review ?? 'risky',
      // The vault's window would be the only prompt of a request without a review here.
      keysOf: ({ handle }) => (get(isEmbeddedWalletAtom(handle)) ? 'widget' : 'wallet'),
      host: () => hostOf(get(hostOriginAtom)),
      isKnownRecipient: (chain, address) => get(knownRecipientsAtom).includes(recipientKey(chain, address)),
      isHostReported: (chain) => get(isHostReportedAtom(chain)),
      knownAddresses: (namespace) => get(knownAddressesAtom(namespace)),
      storeRecipients: (chain, addresses) => {
        if (addresses.length === 0) return
        const keys = addresses.map((address) => recipientKey(chain, address))
        set(knownRecipientsAtom, (recipients) => withRecipients(recipients, keys))
      },
      bundledTokens: async () => {
        await set(loadBundledTokensAtom)
        const tokens = get(bundledTokensAtom)
        return (chain, contract) => tokens(chain, contract) !== undefined
      },
      snapshot: (connection) => reviewSnapshot(get, connection),
      isUnchanged: (connection) => matchesSnapshot(get, connection),
      waitsFor: ({ handle }) =>
        get(walletAppAtom(handle)) ? 'app' : get(isSessionWalletAtom(handle)) ? 'session' : 'nothing',
      add: (review) => {
        set(addReviewAtom, review)
        // A change during silent decoding ends the review as it opens.
        set(expireReviewsAtom)
      },
      needsConfirmWindow: (review) => needsConfirmWindow(get, review),
      openWindow: (review, events) =>
        openConfirmWindow(get, review, {
          ...events,
          onApproved: storingSigned(events.onApproved),
          requestTicket: () => set(requestVaultTicketAtom),
          loadPaymentFrame: () =>
            get(limitFrameSlotAtom)?.load() ?? Promise.reject(new TypeError('There is no frame')),
        }),
      mayBeCovered: (review) =>
        review.request.method === 'eth_sendTransaction' &&
        isSignedByVault(get, review) &&
        get(hasSpendingLimitAtom) &&
        paymentDocument(get) !== undefined,
      openFrame: (review, element, events) =>
        openPaymentFrame(get, review, element, {
          ...events,
          onApproved: storingSigned(events.onApproved),
          onWindowNeeded: (hasLimit) => {
            if (!hasLimit) set(hasSpendingLimitAtom, false)
            events.onWindowNeeded?.(hasLimit)
          },
        }),
      change: (id, change) => set(updateReviewAtom, id, change),
      end: (id) => set(closeReviewAtom, id),
    }
    const { connection, prepared } = requested
    // A request of a view has its completion already.
    const completion =
      requested.completion ??
      (isSignedByVault(get, { connection, request: prepared.request })
        ? await set(vaultCompletionAtom, connection, prepared.request)
        : undefined)
    return reviewRequest(reviewPorts, { ...requested, ...(completion && { completion }) })
  },
)
