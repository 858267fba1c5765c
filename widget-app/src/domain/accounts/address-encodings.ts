import type { Namespace } from '#shared/caip/namespace.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** The forms in which people see an address; as many, and in the same order, for each address of a namespace. */
export type AddressEncodings = (address: string) => readonly string[]

/** Its one form, where a namespace has no others. */
export const singleEncoding: AddressEncodings = (address) => [address]

/** The forms of a namespace's addresses, known once its adapter is loaded. */
export const addressEncodingsAtom = atomFamily((_namespace: Namespace) =>
  atom<{ readonly of: AddressEncodings }>({ of: singleEncoding }),
)
