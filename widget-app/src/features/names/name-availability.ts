import { getNameSuggestions, getProfile } from '#shared/api/names.ts'
import { isNameLabel, type NameLabelProblem, nameLabelProblem } from '#shared/names/name-label.ts'
import { registeredLabel } from '#shared/names/registered-name.ts'
import { blockchainApiAtom, deployConfigAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { nameTypingPauseMs } from '#widget/domain/names/name-query.ts'
import { sleep } from '#widget/lib/async.ts'
import { fetchEndpoint, httpStatusOf } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'

/** The text of the name field, as typed. */
export const typedNameAtom = atom('')

/** Invisible characters that copied text contains. Not those that reorder text. */
const invisibleCharacters = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/**
 * The typed text in lowercase ASCII width. No other character is replaced or removed, because that would be another name.
 */
const normalizedTextAtom = atom((get) =>
  get(typedNameAtom)
    .replace(/[\uff01-\uff5e。｡]/g, (char) => (char < '！' || char === '｡' ? '.' : char.normalize('NFKC')))
    .replace(invisibleCharacters, '')
    .trim()
    .toLowerCase(),
)

/** The suffix of a registrable name, with its dot. */
export const nameSuffixAtom = atom((get) => `.${get(deployConfigAtom).nameZone}`)

/** True if the typed text includes the suffix. */
export const hasSuffixAtom = atom((get) => get(normalizedTextAtom).endsWith(get(nameSuffixAtom)))

/** The label of the typed text; `nameLabelProblem` validates it. */
const labelAtom = atom((get) => {
  const text = get(normalizedTextAtom)
  return get(hasSuffixAtom) ? text.slice(0, -get(nameSuffixAtom).length) : text
})

/** The name with its suffix. */
export const nameAtom = atom((get) => `${get(labelAtom)}${get(nameSuffixAtom)}`)

/** Names similar to the typed one. */
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
  const zone = get(deployConfigAtom).nameZone
  return {
    key: ['name-suggestions', name],
    // Another account can register it at any time.
    staleTimeMs: 0,
    enabled: isNameLabel(label),
    load: async (signal) => {
      await sleep(ports.clock, nameTypingPauseMs, signal)
      const { suggestions } = await fetchEndpoint(ports, api, getNameSuggestions, {
        params: { name: label },
        query: { zone },
        signal,
      })
      const free = suggestions.flatMap((one) => {
        const other = registeredLabel(one.name, zone)
        return !one.registered && other !== undefined && isNameLabel(other) && other !== label ? [other] : []
      })
      const exact = suggestions.find((one) => one.name === name)
      const isTaken =
        exact?.registered ??
        // Suggestions can lack the name itself.
        (await fetchEndpoint(ports, api, getProfile, {
          params: { name },
          query: { apiVersion: '2' },
          signal,
        }).then(
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

/** The availability of the typed name. */
export type Availability =
  | { readonly is: 'empty' }
  | { readonly is: NameLabelProblem }
  | { readonly is: 'checking' }
  | { readonly is: 'failed' }
  | { readonly is: 'free' | 'taken'; readonly suggestions: readonly string[] }

/** The availability of the typed name, with free suggestions. Write to it to refetch. */
export const availabilityAtom = atom(
  (get): Availability => {
    const label = get(labelAtom)
    if (label === '') return { is: 'empty' }
    const problem = nameLabelProblem(label)
    if (problem) return { is: problem }
    const found = get(suggestionsAtom)
    if (found.is === 'loading') return { is: 'checking' }
    if (found.is === 'failed') return { is: 'failed' }
    return { is: found.data.isTaken ? 'taken' : 'free', suggestions: found.data.free }
  },
  async (_get, set): Promise<void> => {
    await set(suggestionsAtom)
  },
)
