import type { AmountDraft } from '#widget/domain/balances/amount-draft.ts'

/** One of the two tokens. */
export type Side = 'from' | 'to'

/** A token of the active chain: `native`, or its contract in lower case. */
export type TokenKey = string

export const nativeKey: TokenKey = 'native'

/** The key of an asset's address. */
export const keyOf = (address: string | undefined): TokenKey => address?.toLowerCase() ?? nativeKey

/** The content of the form. */
export type Draft = {
  readonly from: TokenKey
  readonly to: TokenKey | undefined
  readonly amount: AmountDraft
}

export const emptyDraft: Draft = { from: nativeKey, to: undefined, amount: { is: 'typed', text: '' } }

/** The draft with another token on one side; if both sides would be the same, the former token moves to the other side. */
export function selectToken(draft: Draft, side: Side, token: TokenKey): Draft {
  if (side === 'from') return { ...draft, from: token, to: draft.to === token ? draft.from : draft.to }
  if (draft.from !== token) return { ...draft, to: token }
  return draft.to === undefined ? { ...draft, to: token } : { ...draft, from: draft.to, to: token }
}

/** Both sides exchanged; `amount` is the quoted amount as text, if there is one. */
export function flipDraft(draft: Draft, amount: string | undefined): Draft {
  if (draft.to === undefined) return draft
  return {
    from: draft.to,
    to: draft.from,
    amount: amount === undefined ? draft.amount : { is: 'typed', text: amount },
  }
}
