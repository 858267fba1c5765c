import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { configuredChainIdsAtom } from '#widget/domain/networks/networks.ts'
import { atom } from '#widget/lib/state.ts'
import { draftAtom, offeredChainAtom, senderAtom } from '../atoms.ts'
import { emptyDraft } from '../draft.ts'
import { adapterAtom } from '../selected-asset.ts'
import { type LinkFacts, type LinkRead, readLink } from './parse-link.ts'
import { readRecipientText } from './recipient-text.ts'

const factsAtom = atom((get): Omit<LinkFacts, 'parse'> | undefined => {
  const sender = get(senderAtom)
  return (
    sender && {
      namespace: sender.namespace,
      chain: get(draftAtom).asset?.chain ?? get(offeredChainAtom),
      offered: get(configuredChainIdsAtom),
      locale: get(localeAtom),
    }
  )
})

/** What the recipient field holds as a payment link; a link that can be followed has left the field by then. */
export const fieldLinkAtom = atom((get): LinkRead => {
  const facts = get(factsAtom)
  const adapter = get(adapterAtom)
  if (!facts) return { is: 'none' }
  const parse = adapter.is === 'ready' ? adapter.data.parseAddress : (text: string) => text
  return readLink(get(draftAtom).to, { ...facts, parse })
})

/** Takes what was typed, pasted or scanned as the recipient; a payment link fills in all that it names. */
export const setRecipientAtom = atom(null, async (get, set, text: string): Promise<void> => {
  set(draftAtom, { to: text })
  const facts = get(factsAtom)
  if (!facts || readRecipientText(text).is !== 'link') return
  const { parseAddress } = await get(portsAtom).chains.adapter(facts.namespace)
  // Edited while the adapter loaded: what stands there now has had its own turn.
  if (get(draftAtom).to !== text) return
  const read = readLink(text, { ...facts, parse: parseAddress })
  if (read.is !== 'fill') return
  const { amount, link } = get(draftAtom)
  // The former link's amount is base units of the former link's token.
  const anew = amount === link?.amount ? { amount: emptyDraft.amount } : {}
  set(draftAtom, { ...anew, ...read.fill, link: read.fill })
})

/** The fields that hold what a payment link filled in, untouched since; undefined where there are none. */
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

/** Empties the form of what a link filled in, and of the rest. */
export const clearLinkAtom = atom(null, (_get, set) => set(draftAtom, emptyDraft))
