import { commonTexts } from './common-messages.ts'
import { confirmTexts } from './confirm-messages.ts'
import { eagerTexts } from './eager-messages.ts'
import { lazyTexts } from './lazy-messages.ts'
import { reviewTexts } from './review-messages.ts'
import { vaultTexts } from './vault-messages.ts'
import { vaultRecoveryTexts } from './vault-recovery-messages.ts'
import { vaultSpendingTexts } from './vault-spending-messages.ts'

/**
 * Every text on screen, in English; the typed source of all languages. Sentence case, verbs on buttons, no
 * exclamation marks. Texts that the specification fixes are verbatim.
 */
export const en = {
  ...commonTexts,
  ...eagerTexts,
  ...confirmTexts,
  ...reviewTexts,
  ...lazyTexts,
  ...vaultTexts,
  ...vaultRecoveryTexts,
  ...vaultSpendingTexts,
} as const

export type En = typeof en
