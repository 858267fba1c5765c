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

/** The name in the recipient field, and the chain it is wanted for; undefined while something else is there. */
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

/** Whom the review says a name belongs to; `moved`: it was looked up since, and belongs to another address or nobody. */
type AgreedName = {
  readonly typed: TypedName
  readonly found: ResolvedName
  readonly moved: { readonly to: string | undefined } | undefined
}
const agreedAtom = atom<AgreedName | undefined>(undefined)

const isSame = (one: TypedName, other: TypedName | undefined): boolean =>
  one.name === other?.name && one.chain === other.chain

/** It holds while the review is open; in the form the newest answer counts. */
const ownAgreedAtom = atom((get): AgreedName | undefined => {
  const agreed = get(currentViewAtom).name === 'WalletSendReview' ? get(agreedAtom) : undefined
  return agreed && isSame(agreed.typed, get(typedNameAtom)) ? agreed : undefined
})

/**
 * Whom the typed name belongs to: what was agreed to when the review was opened, else what the lookup says. Undefined
 * without a name. Write to it to look up once more.
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

/** Where the name under review has gone since it was agreed to. */
export const changedNameAtom = atom((get) => {
  const agreed = get(ownAgreedAtom)
  return agreed?.moved && { name: agreed.found.name, from: agreed.found.address, ...agreed.moved }
})

/** Holds on to the address that is on screen for the review, so that it cannot change unseen. */
export const pinResolvedNameAtom = atom(null, (get, set) => {
  const typed = get(typedNameAtom)
  const named = get(resolvedRecipientAtom)
  if (get(ownAgreedAtom)) return
  set(agreedAtom, typed && named?.is === 'ready' ? { typed, found: named.data, moved: undefined } : undefined)
})

/** The person has seen the new address and wants to pay there. */
export const watchResolvedNameAtom = atom(null, (get, set) => {
  const agreed = get(ownAgreedAtom)
  if (agreed?.moved?.to === undefined) return
  set(agreedAtom, { ...agreed, found: { ...agreed.found, address: agreed.moved.to }, moved: undefined })
})

/**
 * Looks the name under review up anew. `moved`: it belongs to another address now, or to nobody, and the person decides;
 * `failed`: it could not be looked up. Without a name it is the `same`.
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
