import { walletIconMaxBytes } from '../../config/limits.ts'

/** An icon that may cross: a `data:` URI of an image, at most 32 KiB. The widget inspects its content. */
export const isWalletIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= walletIconMaxBytes && icon.startsWith('data:image/')
