import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Network } from '#shared/config/network.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { addressEncodingsAtom } from '#widget/domain/accounts/address-encodings.ts'
import { findImpersonatedAddress } from '#widget/domain/accounts/address-poisoning.ts'
import { requiresSignInAtom } from '#widget/domain/accounts/sign-in.ts'
import { isHostReportedAtom } from '#widget/domain/balances/balance-source.ts'
import { bundledTokensAtom } from '#widget/domain/balances/bundled-tokens.ts'
import { type ExplorerLink, explorerLink } from '#widget/domain/networks/explorer-link.ts'
import { networkAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { needsConfirmWindow } from '#widget/domain/review/confirm-window-atoms.ts'
import { flatFacts, recipientOf } from '#widget/domain/review/request-risk.ts'
import { isSignedByVault } from '#widget/domain/review/vault-signing.ts'
import { type Review, reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { knownAddressesAtom } from '#widget/domain/transactions/known-addresses.ts'
import { walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { atom } from '#widget/lib/state.ts'
import { otherChain } from './other-chain.ts'

/** The review on screen. */
export const shownReviewAtom = atom((get): Review | undefined => get(reviewsAtom)[0])

/** The account that signs. */
export const accountOf = ({ decoding, connection }: Review): string =>
  decoding.is === 'read' ? decoding.description.account : connection.accounts[0]

/** The account of the review on screen. */
export const reviewAccountAtom = atom((get): string | undefined => {
  const review = get(shownReviewAtom)
  return review && accountOf(review)
})

const reviewChainAtom = atom((get): ChainId | undefined => {
  const { decoding, connection } = get(shownReviewAtom) ?? {}
  return decoding?.is === 'read' ? decoding.description.chain : connection?.chain
})

/**
 * Cancels the request on screen. If the user must sign in first, it cancels the sign-in too (SPEC §4 sign-in flow 5), and
 * with it every waiting review.
 */
export const cancelReviewAtom = atom(null, (get) => {
  const mustSignIn = get(requiresSignInAtom)
  get(shownReviewAtom)?.decide('cancel')
  if (mustSignIn) void get(portsAtom).flows.cancelSignIn()
})

/** Recipients that only resemble an address that the user knows, each with that address. */
export const similarRecipientsAtom = atom(
  (get): readonly { readonly to: string; readonly known: string }[] => {
    const { decoding, connection } = get(shownReviewAtom) ?? {}
    if (decoding?.is !== 'read' || !connection) return []
    const known = get(knownAddressesAtom(connection.namespace))
    const encodingsOf = get(addressEncodingsAtom(connection.namespace)).of
    return flatFacts(decoding.description.facts).flatMap((fact) => {
      const to = recipientOf(fact)
      const similar = to === undefined ? undefined : findImpersonatedAddress(to, known, encodingsOf)
      return to !== undefined && similar !== undefined ? [{ to, known: similar }] : []
    })
  },
)

/** Whether the user decides the request on screen in the confirm window. */
export const needsWindowAtom = atom((get): boolean => {
  const review = get(shownReviewAtom)
  return review !== undefined && needsConfirmWindow(get, review)
})

/** Whether our own wallet signs the request on screen, in its window. */
export const isSignedByVaultAtom = atom((get): boolean => {
  const review = get(shownReviewAtom)
  return review !== undefined && isSignedByVault(get, review)
})

/** The network of the request on screen. */
export const reviewNetworkAtom = atom((get): Network | undefined => {
  const chain = get(reviewChainAtom)
  return chain && get(networkAtom(chain))
})

/** Whether the name and decimals of that chain's native currency are host-reported. */
export const isReviewHostReportedAtom = atom((get): boolean => {
  const chain = get(reviewChainAtom)
  return chain !== undefined && get(isHostReportedAtom(chain))
})

/** Name and icon of the wallet that gets the request. */
export const reviewWalletAtom = atom((get) => {
  const connection = get(shownReviewAtom)?.connection
  const row = connection && get(walletByIdAtom(connection.walletId))
  return { name: row?.name ?? connection?.walletName ?? '', icon: row?.icon ?? connection?.icon }
})

/** What opens that wallet, if it is an app on this phone. */
export const reviewAppAtom = atom((get) => get(walletAppAtom(get(shownReviewAtom)?.connection.handle ?? '')))

/** Whether the request changes something on the chain, and does not only sign. */
export const isOnChainAtom = atom((get): boolean => {
  const reading = get(shownReviewAtom)?.decoding
  if (reading?.is !== 'read') return false
  const offChain = new Set(['message', 'sign-in', 'typed-data', 'permit', 'blind', 'network', 'listing'])
  return flatFacts(reading.description.facts).some((fact) => !offChain.has(fact.is))
})

/** The bundled record of a token on that chain; undefined for every token outside the bundled list. */
export const bundledOnChainAtom = atom((get) => {
  const chain = get(reviewChainAtom)
  const bundled = get(bundledTokensAtom)
  return (contract: string) => (chain === undefined ? undefined : bundled(chain, contract))
})

/** Methods whose result means that a transaction was submitted. */
const submittingMethods = /^(eth_sendTransaction|wallet_sendCalls|solana:signAndSendTransaction)$/

/** What the wallet's result means: sent, granted a session, or only signed. */
export const resultKindAtom = atom((get): 'sent' | 'granted' | 'signed' => {
  const method = get(shownReviewAtom)?.request.method ?? ''
  if (method === 'wallet_grantPermissions') return 'granted'
  return submittingMethods.test(method) ? 'sent' : 'signed'
})

/** The transaction that differs from the request or could not be verified, in its explorer; without a hash, the account. */
export const reviewExplorerLinkAtom = atom((get): ExplorerLink | undefined => {
  const review = get(shownReviewAtom)
  if (!review) return undefined
  const { hash, account = accountOf(review) } = review.stage.is === 'unverified' ? review.stage : {}
  return explorerLink(get, get(reviewNetworkAtom), { hash, account })
})

/** The name of the other network that the request's typed data is for; empty if there is none. */
export const otherNetworkAtom = atom((get): string => {
  const review = get(shownReviewAtom)
  const chain = review && otherChain(review)
  return chain === undefined ? '' : (get(networkTableAtom).get(chain)?.name ?? chain)
})
