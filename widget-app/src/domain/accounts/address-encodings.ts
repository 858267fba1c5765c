import type { Namespace } from '#shared/caip/namespace.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'

/** The forms in which people see an address; as many, and in the same order, for each address of a namespace. */
export type AddressForms = (address: string) => readonly string[]

/** Its one form, where a namespace has no others. */
export const ownForm: AddressForms = (address) => [address]

/** The forms of a namespace's addresses, known once its adapter is loaded. */
export const addressFormsAtom = atomFamily((_namespace: Namespace) =>
  atom<{ readonly of: AddressForms }>({ of: ownForm }),
)
