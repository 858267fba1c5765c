import type * as z from 'zod/mini'
import { recentWalletLimit } from '#shared/config/limits.ts'
import { listOf, nonEmptyText, openObject } from '#shared/wire-schema.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'

const walletIds = listOf(nonEmptyText(256), 64)

const enabledSchema = openObject({ autoReconnect: walletIds })
export type EnabledWallets = z.infer<typeof enabledSchema>

/** The stored list of enabled wallets (SPEC §3): ids of the wallets to reconnect on load, latest first. */
export const enabledWalletsAtom = storedAtom<EnabledWallets>(
  scopedKey('enabledWallets'),
  () => enabledSchema,
  {
    autoReconnect: [],
  },
)

/** The list after a wallet was connected. */
export const withEnabled = ({ autoReconnect }: EnabledWallets, walletId: string): EnabledWallets => ({
  autoReconnect: [walletId, ...autoReconnect.filter((id) => id !== walletId)].slice(0, 64),
})

/** The list after the user disconnected a wallet: it is not reconnected. */
export const withoutEnabled = ({ autoReconnect }: EnabledWallets, walletId: string): EnabledWallets => ({
  autoReconnect: autoReconnect.filter((id) => id !== walletId),
})

/** Last used wallets, latest first, at most two (SPEC §9); by rdns, or by name without an rdns. */
export const recentWalletsAtom = storedAtom<readonly string[]>(
  scopedKey('recentWallets'),
  () => walletIds,
  [],
)

/** The recent list after a wallet was used. */
export const withRecent = (recents: readonly string[], key: string): readonly string[] =>
  [key, ...recents.filter((one) => one !== key)].slice(0, recentWalletLimit)
