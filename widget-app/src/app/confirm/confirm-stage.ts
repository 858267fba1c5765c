import type { ConfirmEnd } from '#shared/confirm/messages.ts'
import type { AppLink } from '#widget/domain/wallets/wallet-app.ts'
import { atom } from '#widget/lib/state.ts'

/** What a confirm window shows. */
export type ConfirmStage =
  /** The frame has not sent the request yet. */
  | { readonly is: 'loading' }
  /** The user decides. */
  | { readonly is: 'review' }
  /** Approved here; the frame compares it once more. */
  | { readonly is: 'checking' }
  /** The request was sent to the wallet. */
  | { readonly is: 'asked' }
  /** The request was sent to the wallet before this document loaded; on a phone `app` opens the wallet. */
  | {
      readonly is: 'handed-over'
      readonly app: { readonly walletName: string; readonly link: AppLink } | undefined
    }
  | { readonly is: 'ended'; readonly how: ConfirmEnd }
  /** No frame responds to this window's secret, or it has none. */
  | { readonly is: 'unreachable' }

export const confirmStageAtom = atom<ConfirmStage>({ is: 'loading' })

/** Two digits that the frame shows too; undefined if the opener itself sent the request. */
export const comparisonAtom = atom<string | undefined>(undefined)
