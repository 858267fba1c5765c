import type { ChainId } from '#shared/caip/chain-id.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { nameQuery, refetchNameAtom } from '#widget/domain/names/name-query.ts'
import { queryAtom } from '#widget/lib/query.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import { atom } from '#widget/lib/state.ts'
import { draftAtom, offeredChainAtom } from '../atoms.ts'
import { readRecipientText } from './recipient-text.ts'

type TypedName = { readonly name: string; readonly chain: ChainId }

/** The name in the recipient field, with the chain to resolve it for; undefined for other texts. */
const typedNameAtom = atom((get): TypedName | undefined => {
  const { to, asset } = get(draftAtom)
  const { is, text: name } = readRecipientText(to)
  const chain = asset?.chain ?? get(offeredChainAtom)
  return chain !== undefined && is === 'name' ? { name, chain } : undefined
})

const lookupAtom = queryAtom<ResolvedName>((get) => {
  const typed = get(typedNameAtom)
  return nameQuery(get, typed?.chain, typed?.name)
})

/** The address that the review shows for a name; `moved`: it was resolved again since, to another address or none. */
type AgreedName = {
  readonly typed: TypedName
  readonly found: ResolvedName
  readonly moved: { readonly to: string | undefined } | undefined
}
const agreedAtom = atom<AgreedName | undefined>(undefined)

const isSame = (one: TypedName, other: TypedName | undefined): boolean =>
  one.name === other?.name && one.chain === other.chain

/** Applies while the review is open; the form uses the latest result. */
const ownAgreedAtom = atom((get): AgreedName | undefined => {
  const agreed = get(currentViewAtom).name === 'WalletSendReview' ? get(agreedAtom) : undefined
  return agreed && isSame(agreed.typed, get(typedNameAtom)) ? agreed : undefined
})

/**
 * The resolved name: as pinned when the review was opened, else by the query. Undefined without a name. Write to it to
 * resolve again.
 */
export const resolvedRecipientAtom = atom(
  (get): QueryResult<ResolvedName> | undefined => {
    const agreed = get(ownAgreedAtom)
    if (agreed) return { is: 'ready', data: agreed.found, stale: false, updatedAt: 0, failure: undefined }
    return get(typedNameAtom) && get(lookupAtom)
  },
  async (_get, set): Promise<void> => {
    await set(lookupAtom)
  },
)

/** The change of the name's address since it was pinned. */
export const changedNameAtom = atom((get) => {
  const agreed = get(ownAgreedAtom)
  return agreed?.moved && { name: agreed.found.name, from: agreed.found.address, ...agreed.moved }
})

/** Pins the displayed address for the review, so that it cannot change unnoticed. */
export const pinResolvedNameAtom = atom(null, (get, set) => {
  const typed = get(typedNameAtom)
  const named = get(resolvedRecipientAtom)
  if (get(ownAgreedAtom)) return
  set(agreedAtom, typed && named?.is === 'ready' ? { typed, found: named.data, moved: undefined } : undefined)
})

/** The user accepts the new address. */
export const watchResolvedNameAtom = atom(null, (get, set) => {
  const agreed = get(ownAgreedAtom)
  if (agreed?.moved?.to === undefined) return
  set(agreedAtom, { ...agreed, found: { ...agreed.found, address: agreed.moved.to }, moved: undefined })
})

/**
 * Resolves the name under review again. `moved`: it has another address or none now, and the user decides; `failed`: it
 * could not be resolved. Without a name it is the `same`.
 */
export const refetchRecipientAtom = atom(null, async (get, set): Promise<'same' | 'moved' | 'failed'> => {
  const agreed = get(ownAgreedAtom)
  if (!agreed) return get(typedNameAtom) ? 'failed' : 'same'
  const { name, chain } = agreed.typed
  try {
    const { address } = await set(refetchNameAtom, name, chain)
    const now = get(ownAgreedAtom)
    if (!now || now.found.address !== agreed.found.address) return 'failed'
    const isMoved = address !== agreed.found.address
    set(agreedAtom, { ...now, moved: isMoved ? { to: address } : undefined })
    return isMoved ? 'moved' : 'same'
  } catch {
    return 'failed'
  }
})
