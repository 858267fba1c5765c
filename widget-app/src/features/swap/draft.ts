import type { AmountDraft } from '#widget/domain/balances/amount-draft.ts'

/** Which of the two tokens is meant. */
export type Side = 'from' | 'to'

/** A token of the chain in use: `native`, or its contract in small letters. */
export type TokenKey = string

export const nativeKey: TokenKey = 'native'

/** The key of an asset's address. */
export const keyOf = (address: string | undefined): TokenKey => address?.toLowerCase() ?? nativeKey

/** What a person has filled in. */
export type Draft = {
  readonly from: TokenKey
  readonly to: TokenKey | undefined
  readonly amount: AmountDraft
}

export const emptyDraft: Draft = { from: nativeKey, to: undefined, amount: { is: 'typed', text: '' } }

/** The draft with another token on one side; what was there moves over where both would be the same. */
export function withToken(draft: Draft, side: Side, token: TokenKey): Draft {
  if (side === 'from') return { ...draft, from: token, to: draft.to === token ? draft.from : draft.to }
  if (draft.from !== token) return { ...draft, to: token }
  return draft.to === undefined ? { ...draft, to: token } : { ...draft, from: draft.to, to: token }
}

/** Both sides exchanged; `amount` is what the other side came to, as typed, where that is known. */
export function flipped(draft: Draft, amount: string | undefined): Draft {
  if (draft.to === undefined) return draft
  return {
    from: draft.to,
    to: draft.from,
    amount: amount === undefined ? draft.amount : { is: 'typed', text: amount },
  }
}
