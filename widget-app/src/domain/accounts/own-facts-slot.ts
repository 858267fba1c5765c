import type { AccountEntry } from '#shared/channel/records/entries.ts'
import { type Atom, atom } from '#widget/lib/state.ts'

/** What the widget itself knows of an account of its own wallet. */
export type OwnFacts = Pick<AccountEntry, 'type'>

/** Facts of our own wallet's accounts, by the wallet's id; undefined until its code has loaded, without which none is connected. */
export const ownFactsSlotAtom = atom<Atom<((walletId: string) => OwnFacts | undefined) | undefined>>(
  atom(undefined),
)
