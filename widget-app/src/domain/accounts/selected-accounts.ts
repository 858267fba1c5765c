import * as z from '#shared/zod.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { withAccount } from './connection-machine.ts'

const address = () => z.string().check(z.minLength(1), z.maxLength(128))

/**
 * `own`: the wallet's first account at the time of the user's selection. When it changes, the wallet's account is used
 * again.
 */
const selectionSchema = () => z.object({ walletId: z.string(), chosen: address(), own: address() })

type AccountSelection = z.output<ReturnType<typeof selectionSchema>>

const selectionLimit = 64

/** Accounts that the user selected instead of the wallet's first one, latest first; stored across reloads. */
export const selectedAccountsAtom = storedAtom<readonly AccountSelection[]>(
  scopedKey('accountChoices'),
  () => z.array(selectionSchema()).check(z.maxLength(selectionLimit)),
  [],
)

/** The selections after a connection's active account was selected; the wallet's first account is no selection. */
export function withSelectedAccounts(
  selections: readonly AccountSelection[],
  { walletId, accounts: [chosen], walletOrder }: Connection,
): readonly AccountSelection[] {
  const others = selections.filter((one) => one.walletId !== walletId)
  return walletOrder
    ? [{ walletId, chosen, own: walletOrder[0] }, ...others].slice(0, selectionLimit)
    : others
}

/** A new connection with the account that was selected for it, if the wallet's first account is still the same. */
export function withSelectedAccount(
  connection: Connection,
  selections: readonly AccountSelection[],
): Connection {
  const selection = selections.find(({ walletId }) => walletId === connection.walletId)
  const [walletFirst] = connection.walletOrder ?? connection.accounts
  return selection?.own === walletFirst
    ? withAccount(connection, selection.chosen)
    : withAccount(connection, walletFirst)
}
