import type { FoundWallet } from '#shared/channel/records/discovered-wallet.ts'
import { walletNameMaxLength } from '#shared/config/limits.ts'
import { safeIcon } from '#widget/lib/page/validate-icon.ts'
import { cleanText } from '#widget/lib/text/sanitize-text.ts'

/** A wallet as the host told it, made safe to show: its name cleaned, its icon inspected (channel T18, D10). Nothing without a name. */
export function inspectedWallet({ icon, ...wallet }: FoundWallet): FoundWallet | undefined {
  const name = cleanText(wallet.name, walletNameMaxLength)
  if (name === '') return undefined
  const drawn = safeIcon(icon)
  return drawn === undefined ? { ...wallet, name } : { ...wallet, name, icon: drawn }
}
