import { atom } from '#widget/lib/state.ts'

/** What the vault's frame shows. */
export type FrameScreen =
  /** It does not know yet whether it can show the request; the widget hides it until then. */
  | { readonly is: 'waiting' }
  /** The request, which the limit covers. Amounts are in base units. */
  | { readonly is: 'payment'; readonly cover: LimitCover }
  /** The user has approved it. */
  | { readonly is: 'signing' }

/** What is left of a limit. */
export type LimitCover = {
  readonly asset: { readonly symbol: string; readonly decimals: number }
  readonly maximum: bigint
  /** What is left after the payment. */
  readonly left: bigint
  readonly expiresAtMs: number
}

export const frameScreenAtom = atom<FrameScreen>({ is: 'waiting' })
