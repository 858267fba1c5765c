import { atom } from '#widget/lib/state.ts'

export type AccountTab = 'tokens' | 'activity'

/** Which half of the account is shown; it stays while a person looks at another view and comes back. */
export const accountTabAtom = atom<AccountTab>('tokens')
