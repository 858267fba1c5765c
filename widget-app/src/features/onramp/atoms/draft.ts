import type { ChainId } from '#shared/caip/chain-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { formDraft } from '#widget/core/form-draft.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'

/** The connection whose account receives the purchase. */
export const buyerAtom = atom((get): Connection | undefined => get(activeConnectionAtom))

/** The chain of the purchase: the one that the wallet is on. */
export const buyChainAtom = atom((get): ChainId | undefined => get(buyerAtom)?.chain)

/** The network of that chain. */
export const buyNetworkAtom = atom((get) => {
  const chain = get(buyChainAtom)
  return chain === undefined ? undefined : get(networkAtom(chain))
})

/** The token to buy: by the service's id or, from an order, by contract address; undefined for the native currency. */
export type TokenChoice =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'contract'; readonly address: string | undefined }

/** The state of the form; an undefined selection means the service's first option. */
export type Draft = {
  /** The fiat amount, as typed. */
  readonly text: string
  /** ISO 4217. */
  readonly currency: string | undefined
  readonly method: string | undefined
  readonly token: TokenChoice | undefined
}

const emptyDraft: Draft = { text: '', currency: undefined, method: undefined, token: undefined }
const form = formDraft(atom(''), atom(emptyDraft))

/**
 * When the quote was fetched that had expired on the user's click, in epoch milliseconds; undefined after the next click or
 * input.
 */
export const expiredQuoteAtAtom = atom<number | undefined>(undefined)

/** The state of the form. Write a partial change to it. */
export const draftAtom = atom(
  (get) => get(form.draftAtom),
  (_get, set, change: Partial<Draft>) => {
    set(form.draftAtom, change)
    set(expiredQuoteAtAtom, undefined)
  },
)

/** The search text among tokens or currencies. */
export const searchAtom = atom('')

/** How many orders were started in this document. Each needs its own page of the provider. */
export const startedCountAtom = atom(0)

/** Mounted by every view of the form. Resets it when the last one is left. */
export const resetOnLeaveAtom = resetOnUnmountAtom((get, set) => {
  if (get(viewStackAtom).some((view) => flowOf(view) === 'onramp')) return
  set(form.discardEditsAtom)
  set(searchAtom, '')
  set(expiredQuoteAtAtom, undefined)
})
