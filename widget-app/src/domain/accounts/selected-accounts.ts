import * as z from 'zod/mini'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { withAccount } from './connection-machine.ts'

const address = () => z.string().check(z.minLength(1), z.maxLength(128))

/** `own`: the wallet's own first account when the person chose; when it changes, the wallet has the last word again. */
const choiceSchema = () => z.object({ walletId: z.string(), chosen: address(), own: address() })

type AccountChoice = z.output<ReturnType<typeof choiceSchema>>

const choiceLimit = 64

/** Accounts which a person chose here instead of the wallet's own first one, latest first; they hold over a reload. */
export const selectedAccountsAtom = storedAtom<readonly AccountChoice[]>(
  scopedKey('accountChoices'),
  () => z.array(choiceSchema()).check(z.maxLength(choiceLimit)),
  [],
)

/** The choices after a connection's account in use was chosen; the wallet's own is no choice. */
export function withSelectedAccounts(
  choices: readonly AccountChoice[],
  { walletId, accounts: [chosen], walletOrder }: Connection,
): readonly AccountChoice[] {
  const others = choices.filter((one) => one.walletId !== walletId)
  return walletOrder ? [{ walletId, chosen, own: walletOrder[0] }, ...others].slice(0, choiceLimit) : others
}

/** A fresh connection with the account that was chosen for it, if the wallet's own first one is still the same. */
export function withSelectedAccount(connection: Connection, choices: readonly AccountChoice[]): Connection {
  const choice = choices.find(({ walletId }) => walletId === connection.walletId)
  const [own] = connection.walletOrder ?? connection.accounts
  return choice?.own === own ? withAccount(connection, choice.chosen) : withAccount(connection, own)
}
