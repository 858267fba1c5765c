import type { Namespace } from '#shared/caip/namespace.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** All textual encodings of an address; the same number and order for each address of a namespace. */
export type AddressEncodings = (address: string) => readonly string[]

/** The address itself, for namespaces with one encoding. */
export const singleEncoding: AddressEncodings = (address) => [address]

/** The encodings of a namespace's addresses; set once its adapter is loaded. */
export const addressEncodingsAtom = atomFamily((_namespace: Namespace) =>
  atom<{ readonly of: AddressEncodings }>({ of: singleEncoding }),
)
