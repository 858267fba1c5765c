import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { ConfirmOffer } from '#shared/confirm/messages.ts'
import { apiAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { originStatusAtom } from '#widget/core/verify-origin.ts'
import { knownRecipientsAtom } from '#widget/domain/accounts/known-recipients.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { paymentDocument } from '#widget/domain/embedded-wallet/spending-limits.ts'
import { vaultDocument } from '#widget/domain/embedded-wallet/vault-document.ts'
import { isHostDefinedNetworkAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import type { FrameElement } from '#widget/domain/review-queue/reviews.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { isEmbeddedWalletAtom, walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { languageAtom } from '#widget/lib/i18n/translate.ts'
import type { Getter } from '#widget/lib/state.ts'
import type { DisplayedReview } from '../review-slot.ts'
import { isSignedByVault } from '../vault-signing.ts'
import { confirmDocument } from './confirm-url.ts'
import {
  type ConfirmWindowClient,
  type ConfirmWindowClientEvents,
  openConfirmWindowClient,
} from './confirm-window-client.ts'

/** More recipients than any user has on one host; the latest ones are sent. */
const knownAddressLimit = 1_000

/**
 * What the window receives of a request: the frame's pinned state, and the request itself; no facts, simulation or risks.
 */
function createOffer(
  get: Getter,
  { connection, request, decoding, limit }: DisplayedReview,
  id: string,
): ConfirmOffer {
  const { themeMode, themeVariables } = get(hostConfigAtom)
  const { namespace, walletId, handle, walletName, icon, accounts, facts, chain } = connection
  const requestChain = decoding.is === 'read' ? decoding.description.chain : chain
  const network = get(isHostDefinedNetworkAtom(requestChain))
    ? get(networkTableAtom).get(requestChain)
    : undefined
  return {
    is: 'offer',
    id,
    origin: get(hostOriginAtom) ?? '',
    status: get(originStatusAtom) === 'allowed' ? 'allowed' : 'unverified',
    connection: { namespace, walletId, handle, walletName, icon, accounts: [...accounts], facts, chain },
    app: get(walletAppAtom(handle))?.href,
    request: { method: request.method, params: request.params },
    hasLimit: limit !== undefined,
    projectId: get(projectIdAtom),
    locale: get(languageAtom).tag,
    themeMode,
    themeVariables,
    knownAddresses: get(knownAddressesAtom(namespaceOf(chain))).slice(-knownAddressLimit),
    knownReceivers: [...get(knownRecipientsAtom)],
    network,
    userId: get(isEmbeddedWalletAtom(handle)) ? get(embeddedSessionAtom)?.account.userId : undefined,
  }
}

/** Opens the window that decides a review, during the user's click: the confirm window, or the vault. */
export function openConfirmWindow(
  get: Getter,
  review: DisplayedReview,
  events: Omit<ConfirmWindowClientEvents, 'offer'>,
): ConfirmWindowClient {
  const { clock, fetch, openWindow, page } = get(portsAtom)
  const document = isSignedByVault(get, review) ? vaultDocument(get) : confirmDocument(page.origin)
  const mailbox = { clock, fetch, api: get(apiAtom) }
  return openConfirmWindowClient(
    { clock, openWindow, page, mailbox, document },
    { ...events, offer: (id) => createOffer(get, review, id) },
  )
}

/**
 * Opens the vault's document in a frame, for a request that a spending limit may cover.
 * @throws TypeError where this document cannot frame it
 */
export function openPaymentFrame(
  get: Getter,
  review: DisplayedReview,
  element: FrameElement,
  events: Omit<ConfirmWindowClientEvents, 'offer'>,
): ConfirmWindowClient {
  const { clock, fetch, page } = get(portsAtom)
  const document = paymentDocument(get)
  if (document === undefined) throw new TypeError('This document cannot frame the vault')
  const openWindow = (url: string) => {
    element.src = url
    return element.contentWindow
  }
  const mailbox = { clock, fetch, api: get(apiAtom) }
  return openConfirmWindowClient(
    { clock, openWindow, page, mailbox, document },
    { ...events, offer: (id) => createOffer(get, review, id) },
  )
}
