import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import { cleanName } from '#widget/kernel/clean-name.ts'
import { safeIcon } from '#widget/kernel/safe-icon.ts'

/** A wallet as the host told it, made safe to show: its name cleaned, its icon inspected (channel T18, D10). Nothing without a name. */
export function inspectedWallet({ icon, ...wallet }: FoundWallet): FoundWallet | undefined {
  const name = cleanName(wallet.name)
  if (name === '') return undefined
  const drawn = safeIcon(icon)
  return drawn === undefined ? { ...wallet, name } : { ...wallet, name, icon: drawn }
}
