import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { walletNameMaxLength } from '#shared/config/limits.ts'
import { validateIcon } from '#widget/lib/page/validate-icon.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'

/**
 * A wallet as the host announced it, sanitized: its name cleaned, its icon validated (channel T18, D10). Undefined without a
 * name.
 */
export function sanitizeWallet({ icon, ...wallet }: DiscoveredWallet): DiscoveredWallet | undefined {
  const name = sanitizeText(wallet.name, walletNameMaxLength)
  if (name === '') return undefined
  const validIcon = validateIcon(icon)
  return validIcon === undefined ? { ...wallet, name } : { ...wallet, name, icon: validIcon }
}
