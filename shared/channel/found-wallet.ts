import type * as z from 'zod/mini'
import { custom, matching, nonEmptyText, oneOf, optional, strictObject } from '../bounded.ts'
import { namespaceSchema } from '../caip/namespace.ts'
import { walletIconMaxBytes, walletLimit, walletNameMaxLength } from '../config/limits.ts'
import { fitsInFrame } from './measure.ts'
import { idSchema } from './wire.ts'

/** An icon that may cross: a `data:` URI of an image, at most 32 KiB. The widget inspects what is in it. */
export const isPicture = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= walletIconMaxBytes && icon.startsWith('data:image/')

/**
 * A wallet which host-sdk found in its page, as plain data. `handle` is random per announcement and dies with it;
 * `warning` marks announcements that must never be reconnected silently (channel T20).
 */
export const foundWalletSchema = strictObject({
  handle: idSchema,
  namespace: namespaceSchema,
  source: oneOf('eip6963', 'legacy'),
  /** Reverse domain name of EIP-6963; absent for a legacy `window.ethereum`. */
  rdns: optional(matching(/^[a-zA-Z0-9.-]{1,128}$/)),
  /** Cleaned of control and bidi characters, at most 64 characters. */
  name: nonEmptyText(walletNameMaxLength),
  /** A `data:` URI of a raster image or an inspected SVG; anything else was dropped by the host side. */
  icon: optional(custom<string>(isPicture)),
  warning: optional(oneOf('duplicate-rdns', 'uuid-changed')),
})

export type FoundWallet = z.infer<typeof foundWalletSchema>

const platformOf: { readonly [namespace: string]: string } = { eip155: 'ethereum' }

/** The id of a found wallet which holds across page loads: its platform, and its rdns or else its name (SPEC §3). */
export const walletIdOf = (wallet: Pick<FoundWallet, 'namespace' | 'rdns' | 'name'>): string =>
  `${platformOf[wallet.namespace] ?? wallet.namespace}:${wallet.rdns ?? wallet.name}`

/**
 * The wallets of a page as one message can carry them: at most 64, and without the largest icons where all of them
 * would pass the frame limit of 256 KiB (the widget then draws its own picture).
 */
export function fittingWallets(wallets: readonly FoundWallet[]): FoundWallet[] {
  const fitting = wallets.slice(0, walletLimit)
  const bySize = fitting
    .map((wallet, index) => ({ index, size: wallet.icon?.length ?? 0 }))
    .sort((a, b) => b.size - a.size)
  for (const { index } of bySize) {
    if (fitsInFrame(fitting)) break
    const wallet = fitting[index]
    if (wallet === undefined) continue
    const { icon: _dropped, ...rest } = wallet
    fitting[index] = rest
  }
  return fitting
}
