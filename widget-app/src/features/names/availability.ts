import { getNameSuggestions, getProfile } from '#shared/api/names.ts'
import { isNameLabel, nameSuffix, registeredLabel, sanitisedLabel } from '#shared/names/registered-name.ts'
import { blockchainApiAtom } from '#widget/kernel/config.ts'
import { nameTypingPauseMs } from '#widget/kernel/names/name-query.ts'
import { portsAtom } from '#widget/kernel/ports.ts'
import { sleep } from '#widget/lib/async.ts'
import { httpStatusOf, request } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'

const typedAtom = atom('')

/** What the person typed, without what no name has; the suffix may be typed too. */
export const labelAtom = atom(
  (get) => get(typedAtom),
  (_get, set, text: string) => {
    // Accents go and the letter stays; input methods write letters of another width.
    const lower = text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
    set(typedAtom, sanitisedLabel(registeredLabel(lower) ?? lower))
  },
)

/** The name with its suffix. */
export const nameAtom = atom((get) => `${get(labelAtom)}${nameSuffix}`)

/** Names like the typed one. */
type Suggestions = {
  readonly isTaken: boolean
  /** Free ones, without the suffix. */
  readonly free: readonly string[]
}

const suggestionsAtom = queryAtom<Suggestions>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const label = get(labelAtom)
  const name = get(nameAtom)
  return {
    key: ['name-suggestions', name],
    // Somebody else may take it at any time.
    lifetimeMs: 0,
    enabled: isNameLabel(label),
    load: async (signal) => {
      await sleep(ports.clock, nameTypingPauseMs, signal)
      const { suggestions } = await request(ports, api, getNameSuggestions, {
        params: { name: label },
        query: { zone: nameSuffix.slice(1) },
        signal,
      })
      const free = suggestions.flatMap((one) => {
        const other = registeredLabel(one.name)
        return !one.registered && other !== undefined && isNameLabel(other) && other !== label ? [other] : []
      })
      const own = suggestions.find((one) => one.name === name)
      const isTaken =
        own?.registered ??
        // Suggestions need not tell of the name itself.
        (await request(ports, api, getProfile, { params: { name }, query: { apiVersion: '2' }, signal }).then(
          () => true,
          (error: unknown) => {
            if (httpStatusOf(error) === 404) return false
            throw error
          },
        ))
      return { isTaken, free: [...new Set(free)].slice(0, 4) }
    },
  }
})

/** What is known of the typed name. */
export type Availability =
  | { readonly is: 'empty' }
  | { readonly is: 'too-short' }
  | { readonly is: 'checking' }
  | { readonly is: 'failed' }
  | { readonly is: 'free' | 'taken'; readonly others: readonly string[] }

/** Whether the typed name can be had, and what others can. Write to it to ask again. */
export const availabilityAtom = atom(
  (get): Availability => {
    const label = get(labelAtom)
    if (label === '') return { is: 'empty' }
    if (!isNameLabel(label)) return { is: 'too-short' }
    const found = get(suggestionsAtom)
    if (found.is === 'loading') return { is: 'checking' }
    if (found.is === 'failed') return { is: 'failed' }
    return { is: found.data.isTaken ? 'taken' : 'free', others: found.data.free }
  },
  async (_get, set): Promise<void> => {
    await set(suggestionsAtom)
  },
)
