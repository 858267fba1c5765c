import type { Namespace } from '#shared/caip/namespace.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'
import * as z from '#shared/zod.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { includesAddress } from './address-poisoning.ts'

const entryLimit = 256

/** Longest name of an address, in code points. */
export const bookNameLimit = 40

const addressFields = {
  namespace: namespaceSchema,
  address: z.string().check(z.minLength(1), z.maxLength(256)),
}

const entrySchema = () =>
  z.discriminatedUnion('is', [
    z.object({
      is: z.literal('named'),
      ...addressFields,
      name: z.string().check(z.minLength(1), z.maxLength(160)),
    }),
    /** No longer suggested. The address stays known because past transfers stay in the journal. */
    z.object({ is: z.literal('forgotten'), ...addressFields }),
  ])

export type BookEntry = z.output<ReturnType<typeof entrySchema>>

/** The user's address book, latest first: stored in this browser for this host only, and sent nowhere. */
export const addressBookAtom = storedAtom<readonly BookEntry[]>(
  scopedKey('addressBook'),
  () => z.array(entrySchema()).check(z.maxLength(entryLimit)),
  [],
)

const isOf = (entry: BookEntry, namespace: Namespace, address: string): boolean =>
  entry.namespace === namespace && includesAddress(address, [entry.address])

/** The name that the user gave to an address. */
const bookName = (book: readonly BookEntry[], namespace: Namespace, address: string): string | undefined => {
  const found = book.find((entry) => isOf(entry, namespace, address))
  return found?.is === 'named' ? found.name : undefined
}

/** Returns the address-book name of an address in a namespace. */
export const bookNamesAtom = atomFamily((namespace: Namespace) =>
  atom((get) => {
    const book = get(addressBookAtom)
    return (address: string) => bookName(book, namespace, address)
  }),
)

/** Whether another address has this name: two addresses under one name would look the same in a review. */
export const isNameTaken = (
  book: readonly BookEntry[],
  name: string,
  namespace: Namespace,
  address: string,
): boolean => {
  const caseless = (text: string) => text.toLowerCase()
  return book.some(
    (entry) =>
      entry.is === 'named' && caseless(entry.name) === caseless(name) && !isOf(entry, namespace, address),
  )
}

/** Whether a name exceeds the limit of stored characters, or the length that `sanitizeText` reads. */
export const isBookNameTooLong = (text: string): boolean =>
  text.length > 1_024 || [...sanitizeText(text, bookNameLimit + 1)].length > bookNameLimit

/** A name as it is stored: one line, without invisible characters. */
export const cleanBookName = (text: string): string => sanitizeText(text, bookNameLimit)

const withEntry = (book: readonly BookEntry[], entry: BookEntry): readonly BookEntry[] =>
  [entry, ...book.filter((one) => !isOf(one, entry.namespace, entry.address))].slice(0, entryLimit)

/** Names an address. An empty name, one that is too long, or one that another address has changes nothing. */
export const nameAddressAtom = atom(
  null,
  (get, set, namespace: Namespace, address: string, text: string): void => {
    const name = cleanBookName(text)
    if (name === '' || isBookNameTooLong(text)) return
    if (isNameTaken(get(addressBookAtom), name, namespace, address)) return
    set(addressBookAtom, (book) => withEntry(book, { is: 'named', namespace, address, name }))
  },
)

/** Removes the name of an address, and stops suggesting the address. */
export const forgetAddressAtom = atom(null, (_get, set, namespace: Namespace, address: string): void =>
  set(addressBookAtom, (book) => withEntry(book, { is: 'forgotten', namespace, address })),
)
