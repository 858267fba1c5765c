import { formatForInput } from '#shared/amount/format-amount.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { slippageDefaultBasisPoints } from '#shared/config/limits.ts'
import type { ChainAdapter, Connection } from '#widget/chains/chain-adapter.ts'
import { formDraft } from '#widget/core/form-draft.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'
import { emptyDraft } from '../draft.ts'
import { isUnderWay, nextSwap, type SwapEvent, type SwapState } from '../model.ts'
import { parseSlippage } from '../slippage.ts'

/** Whether any swap view is in the stack. */
const isSwapOpenAtom = atom((get) => get(viewStackAtom).some((view) => flowOf(view) === 'swap'))

/** Whether a swap view is on screen. */
export const isSwapShownAtom = atom((get) => flowOf(get(currentViewAtom)) === 'swap')

/** The connection that swaps. */
export const swapperAtom = atom((get): Connection | undefined => get(activeConnectionAtom))

/** The chain of both tokens: the wallet's active chain. */
export const swapChainAtom = atom((get): ChainId | undefined => get(swapperAtom)?.chain)

/** The network record of that chain. */
export const swapNetworkAtom = atom((get) => {
  const chain = get(swapChainAtom)
  return chain === undefined ? undefined : get(networkAtom(chain))
})

const scopeAtom = atom((get) => `${get(swapChainAtom)}|${get(swapperAtom)?.accounts[0]}`)
const form = formDraft(scopeAtom, atom(emptyDraft))

/** The content of the form, for this account on this chain. Write changes to it. */
export const { draftAtom } = form

const slippageTextAtom = atom<string | undefined>(undefined)

/** Slippage in percent as typed. Only the user changes it, until the form unmounts. */
export const slippageInputAtom = atom(
  (get) => get(slippageTextAtom) ?? formatForInput(slippageDefaultBasisPoints, 2, get(localeAtom)),
  (_get, set, text: string) => set(slippageTextAtom, text),
)

/** The parsed slippage. */
export const slippageAtom = atom((get) => parseSlippage(get(slippageInputAtom), get(localeAtom)))

/** Whether the field for slippage is open. */
export const isSlippageOpenAtom = atom(false)

/**
 * The large price impact that the user accepted, in basis points; undefined if it is unknown. Another swap, or a larger
 * amount, requires acceptance again.
 */
export const acceptedPriceImpactAtom = atom<
  { readonly of: string; readonly impact: bigint | undefined } | undefined
>(undefined)

const stateAtom = atom<SwapState>({ is: 'idle' })

/** Progress of the swap; write events to it. */
export const swapStateAtom = atom(
  (get) => get(stateAtom),
  (_get, set, event: SwapEvent) => set(stateAtom, (state) => nextSwap(state, event)),
)

/** The user's token search. */
export const tokenSearchAtom = atom('')

/** Empties the form once a swap is submitted. */
export const emptyDraftAtom = form.discardEditsAtom

/** Resets the form once no swap view is open; a swap under way continues. */
export const resetFormAtom = atom(null, (get, set) => {
  if (get(isSwapOpenAtom)) return
  set(swapStateAtom, { is: 'left' })
  set(tokenSearchAtom, '')
  set(acceptedPriceImpactAtom, undefined)
  // The slippage of one swap does not apply to the next.
  set(slippageTextAtom, undefined)
  set(isSlippageOpenAtom, false)
  if (!isUnderWay(get(swapStateAtom))) set(form.discardEditsAtom)
})

/** Mounted by every swap view: resets the form when the last one unmounts. */
export const resetOnLeaveAtom = resetOnUnmountAtom((_get, set) => set(resetFormAtom))

/** The adapter of the active chain. */
export const adapterAtom = queryAtom<ChainAdapter>((get) => {
  const { chains } = get(portsAtom)
  const namespace = get(swapperAtom)?.namespace
  return {
    key: ['swap-adapter', namespace ?? ''],
    staleTimeMs: Number.POSITIVE_INFINITY,
    enabled: namespace !== undefined,
    load: () => chains.adapter(namespace ?? 'eip155'),
  }
})
