import type { ChainId } from '#shared/caip/chain-id.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { nameQuery, refetchNameAtom } from '#widget/domain/names/name-query.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom } from '#widget/lib/state.ts'
import { parseRecipientText } from '../recipient/recipient-text.ts'
import { draftAtom, listedChainDefaultAtom } from './draft.ts'

type TypedName = { readonly name: string; readonly chain: ChainId }

/** The name in the recipient field, with the chain to resolve it for; undefined for other texts. */
const typedNameAtom = atom((get): TypedName | undefined => {
  const { to, asset } = get(draftAtom)
  const { is, text: name } = parseRecipientText(to)
  const chain = asset?.chain ?? get(listedChainDefaultAtom)
  return chain !== undefined && is === 'name' ? { name, chain } : undefined
})

const resolveQueryAtom = queryAtom<ResolvedName>((get) => {
  const typed = get(typedNameAtom)
  return nameQuery(get, typed?.chain, typed?.name)
})

/** The address that the review shows for a name; `moved`: it was resolved again since, to another address or none. */
type PinnedName = {
  readonly typed: TypedName
  readonly resolved: ResolvedName
  readonly moved: { readonly to: string | undefined } | undefined
}
const pinnedNameAtom = atom<PinnedName | undefined>(undefined)

const isSame = (one: TypedName, other: TypedName | undefined): boolean =>
  one.name === other?.name && one.chain === other.chain

/** Applies while the review is open; the form uses the latest result. */
const activePinnedNameAtom = atom((get): PinnedName | undefined => {
  const pinned = get(currentViewAtom).name === 'WalletSendReview' ? get(pinnedNameAtom) : undefined
  return pinned && isSame(pinned.typed, get(typedNameAtom)) ? pinned : undefined
})

/**
 * The resolved name: as pinned when the review was opened, else by the query. Undefined without a name. Write to it to
 * resolve again.
 */
export const resolvedRecipientAtom = atom(
  (get): QueryResult<ResolvedName> | undefined => {
    const pinned = get(activePinnedNameAtom)
    if (pinned) return { is: 'ready', data: pinned.resolved, stale: false, updatedAt: 0, failure: undefined }
    return get(typedNameAtom) && get(resolveQueryAtom)
  },
  async (_get, set): Promise<void> => {
    await set(resolveQueryAtom)
  },
)

/** The change of the name's address since it was pinned. */
export const changedNameAtom = atom((get) => {
  const pinned = get(activePinnedNameAtom)
  return pinned?.moved && { name: pinned.resolved.name, from: pinned.resolved.address, ...pinned.moved }
})

/** Pins the displayed address for the review, so that it cannot change unnoticed. */
export const pinResolvedNameAtom = atom(null, (get, set) => {
  const typed = get(typedNameAtom)
  const named = get(resolvedRecipientAtom)
  if (get(activePinnedNameAtom)) return
  set(
    pinnedNameAtom,
    typed && named?.is === 'ready' ? { typed, resolved: named.data, moved: undefined } : undefined,
  )
})

/** The user accepts the new address. */
export const acceptChangedNameAtom = atom(null, (get, set) => {
  const pinned = get(activePinnedNameAtom)
  if (pinned?.moved?.to === undefined) return
  set(pinnedNameAtom, {
    ...pinned,
    resolved: { ...pinned.resolved, address: pinned.moved.to },
    moved: undefined,
  })
})

/**
 * Resolves the name under review again. `moved`: it has another address or none now, and the user decides; `failed`: it
 * could not be resolved. Without a name it is the `same`.
 */
export const refetchRecipientAtom = atom(null, async (get, set): Promise<'same' | 'moved' | 'failed'> => {
  const pinned = get(activePinnedNameAtom)
  if (!pinned) return get(typedNameAtom) ? 'failed' : 'same'
  const { name, chain } = pinned.typed
  try {
    const { address } = await set(refetchNameAtom, name, chain)
    const now = get(activePinnedNameAtom)
    if (!now || now.resolved.address !== pinned.resolved.address) return 'failed'
    const isMoved = address !== pinned.resolved.address
    set(pinnedNameAtom, { ...now, moved: isMoved ? { to: address } : undefined })
    return isMoved ? 'moved' : 'same'
  } catch {
    return 'failed'
  }
})
