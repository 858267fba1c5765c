import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { configuredChainIdsAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'
import { emptyDraft } from '../draft.ts'
import { type LinkContext, type ParsedLink, parseLink } from '../recipient/parse-link.ts'
import { parseRecipientText } from '../recipient/recipient-text.ts'
import { draftAtom, listedChainDefaultAtom, senderAtom } from './draft.ts'
import { adapterAtom } from './selected-asset.ts'

const factsAtom = atom((get): Omit<LinkContext, 'parse'> | undefined => {
  const sender = get(senderAtom)
  return (
    sender && {
      namespace: sender.namespace,
      chain: get(draftAtom).asset?.chain ?? get(listedChainDefaultAtom),
      configuredChains: get(configuredChainIdsAtom),
      locale: get(localeAtom),
    }
  )
})

/** The recipient field parsed as a payment link; a valid link has filled in the form and is no longer in the field. */
export const fieldLinkAtom = atom((get): ParsedLink => {
  const facts = get(factsAtom)
  const adapter = get(adapterAtom)
  if (!facts) return { is: 'none' }
  const parse = adapter.is === 'ready' ? adapter.data.parseAddress : (text: string) => text
  return parseLink(get(draftAtom).to, { ...facts, parse })
})

/** Sets the typed, pasted or scanned recipient; a payment link fills in every field that it names. */
export const setRecipientAtom = atom(null, async (get, set, text: string): Promise<void> => {
  set(draftAtom, { to: text })
  const facts = get(factsAtom)
  if (!facts || parseRecipientText(text).is !== 'link') return
  const { parseAddress } = await get(portsAtom).chains.adapter(facts.namespace)
  // The field was edited while the adapter loaded: that edit has called this atom itself.
  if (get(draftAtom).to !== text) return
  const parsed = parseLink(text, { ...facts, parse: parseAddress })
  if (parsed.is !== 'fill') return
  const { amount, link } = get(draftAtom)
  // The amount of the former link is in base units of that link's token.
  const clearedAmount = amount === link?.amount ? { amount: emptyDraft.amount } : {}
  set(draftAtom, { ...clearedAmount, ...parsed.fill, link: parsed.fill })
})

/** The fields that still have the value of a payment link; undefined if there are none. */
export const fromLinkAtom = atom((get) => {
  const { to, amount, asset, link } = get(draftAtom)
  if (!link) return undefined
  const isAmount = link.amount !== undefined && amount === link.amount
  const isAsset = link.asset !== undefined && asset === link.asset
  const fields = [
    ...(to === link.to ? (['to'] as const) : []),
    ...(isAmount ? (['amount'] as const) : []),
    ...(isAsset ? (['asset'] as const) : []),
  ]
  return fields.length === 0 ? undefined : fields
})

/** Empties the form, including the fields of a link. */
export const clearLinkAtom = atom(null, (_get, set) => set(draftAtom, emptyDraft))
