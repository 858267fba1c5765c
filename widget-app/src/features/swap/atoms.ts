import { formatForInput } from '#shared/amount/format-amount.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { slippageDefaultBasisPoints } from '#shared/config/limits.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { localeAtom } from '#widget/core/locale.ts'
import type { ViewName } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { isUnderWay, nextSwap, type SwapEvent, type SwapState } from './model.ts'
import { readSlippage } from './slippage.ts'

/** The views of swapping; once the wallet is asked, form and review show what becomes of that. */
export const swapViews: ReadonlySet<ViewName> = new Set(['Swap', 'SwapSelectToken', 'SwapPreview'])

/** Whether any view of swapping is open, also below another one. */
const isSwapOpenAtom = atom((get) => get(viewStackAtom).some(({ name }) => swapViews.has(name)))

/** Whether a view of swapping is on screen. */
export const isSwapShownAtom = atom((get) => swapViews.has(get(currentViewAtom).name))

/** The connection that pays. */
export const swapperAtom = atom((get): Connection | undefined => get(activeConnectionAtom))

/** The chain of both tokens: the one the wallet is on. */
export const swapChainAtom = atom((get): ChainId | undefined => get(swapperAtom)?.chain)

/** What is known of that chain. */
export const swapNetworkAtom = atom((get) => {
  const chain = get(swapChainAtom)
  return chain === undefined ? undefined : get(networkAtom(chain))
})

type Slot = { readonly scope: string; readonly draft: Draft }
const slotAtom = atom<Slot | undefined>(undefined)
const scopeAtom = atom((get) => `${get(swapChainAtom)}|${get(swapperAtom)?.accounts[0]}`)

const shownDraftAtom = atom((get): Draft => {
  const slot = get(slotAtom)
  return slot?.scope === get(scopeAtom) ? slot.draft : emptyDraft
})

/** What is in the form, of this account on this chain. Write changes to it. */
export const draftAtom = atom(
  (get) => get(shownDraftAtom),
  (get, set, change: Partial<Draft>) =>
    set(slotAtom, { scope: get(scopeAtom), draft: { ...get(shownDraftAtom), ...change } }),
)

const slippageTextAtom = atom<string | undefined>(undefined)

/** Slippage in percent as typed. Nothing but the person's hand ever changes it, until the form is left. */
export const slippageInputAtom = atom(
  (get) => get(slippageTextAtom) ?? formatForInput(slippageDefaultBasisPoints, 2, get(localeAtom)),
  (_get, set, text: string) => set(slippageTextAtom, text),
)

/** The slippage, read. */
export const slippageAtom = atom((get) => readSlippage(get(slippageInputAtom), get(localeAtom)))

/** Whether the field for slippage is open. */
export const isSlippageOpenAtom = atom(false)

/**
 * Of which large loss a person has said that it is meant, in basis points; undefined for one that nobody can tell. Another
 * swap, or more of it, asks again.
 */
export const acceptedPriceImpactAtom = atom<
  { readonly of: string; readonly impact: bigint | undefined } | undefined
>(undefined)

const stateAtom = atom<SwapState>({ is: 'idle' })

/** Where the swap stands; write events to it. */
export const swapStateAtom = atom(
  (get) => get(stateAtom),
  (_get, set, event: SwapEvent) => set(stateAtom, (state) => nextSwap(state, event)),
)

/** The token search of the person. */
export const tokenSearchAtom = atom('')

/** Empties the form once a swap is on its way. */
export const emptyDraftAtom = atom(null, (_get, set) => set(slotAtom, undefined))

/** Starts anew once no view of swapping is open; what is under way goes on. */
export const resetFormAtom = atom(null, (get, set) => {
  if (get(isSwapOpenAtom)) return
  set(swapStateAtom, { is: 'left' })
  set(tokenSearchAtom, '')
  set(acceptedPriceImpactAtom, undefined)
  // What one swap needed is not meant for the next.
  set(slippageTextAtom, undefined)
  set(isSlippageOpenAtom, false)
  if (!isUnderWay(get(swapStateAtom))) set(slotAtom, undefined)
})

/** Mounted by every view of swapping: when the last one has gone, the form starts anew. */
export const resetOnLeaveAtom = atom(
  () => undefined,
  (_get, set) => set(resetFormAtom),
)
resetOnLeaveAtom.onMount = (leave) => () => leave()
