import { accountId } from '#shared/caip/account-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { formDraft } from '#widget/core/form-draft.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { flowOf } from '#widget/core/views.ts'
import { activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'

/** The connection whose account receives the deposit. */
export const recipientConnectionAtom = atom((get): Connection | undefined => get(activeConnectionAtom))

/** The account that receives it, on the chain of its wallet. */
const recipientAccountAtom = atom((get) => {
  const connection = get(recipientConnectionAtom)
  return connection && accountId(connection.chain, connection.accounts[0])
})

/** The network of that chain. */
export const depositNetworkAtom = atom((get) => {
  const chain = get(recipientConnectionAtom)?.chain
  return chain === undefined ? undefined : get(networkAtom(chain))
})

/** The state of the form; an undefined selection means the first option. `assetKey` as in `assetKeyOf`. */
export type Draft = {
  readonly amount: string
  readonly exchangeId: string | undefined
  readonly assetKey: string | undefined
}

const emptyDraft: Draft = { amount: '', exchangeId: undefined, assetKey: undefined }

const form = formDraft(recipientAccountAtom, atom(emptyDraft))

/** The form of this account. Write a partial change to it. */
export const { draftAtom } = form

/** How many deposits were started in this document. Each needs its own page of the exchange. */
export const startedCountAtom = atom(0)

/** True if the opening of the form was tracked. */
export const isOpeningTrackedAtom = atom(false)

/** Mounted by every view of a deposit. Resets the form when the last one is left; orders continue. */
export const resetOnLeaveAtom = resetOnUnmountAtom((get, set) => {
  if (get(viewStackAtom).some((view) => flowOf(view) === 'exchange')) return
  set(form.discardEditsAtom)
  set(isOpeningTrackedAtom, false)
})
