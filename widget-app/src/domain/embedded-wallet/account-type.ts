import { platformOf } from '#shared/channel/records/discovered-wallet.ts'
import { type AccountType, accountTypeSchema } from '#shared/config/account-types.ts'
import { listOf, nonEmptyText, openObject } from '#shared/wire-schema.ts'
import { embeddedWalletKey } from '#widget/chains/embedded-source.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { embeddedSessionAtom } from './session.ts'

/** Id of our own wallet on EVM chains. */
const evmWalletId = `${platformOf('eip155')}:${embeddedWalletKey}`

/** Users of one browser whose choice is stored. */
const userLimit = 8

type UserChoice = { readonly userId: string; readonly type: AccountType }

const storedChoicesAtom = storedAtom<readonly UserChoice[]>(
  scopedKey('embeddedAccountType'),
  () => listOf(openObject({ userId: nonEmptyText(64), type: accountTypeSchema }), userLimit),
  [],
)

/**
 * How the EVM account of our own wallet is used on this site: upgraded where a bundle needs it (`smartAccount`), or as an account
 * without code (`eoa`). Its address is the same. Before the user selects a type it is that of the host's options, by default
 * `smartAccount` (SPEC §3). It can be set for the user who is logged in; an upgrade that was made stays.
 */
export const preferredAccountTypeAtom = atom(
  (get): AccountType => {
    const userId = get(embeddedSessionAtom)?.account.userId
    const own = get(storedChoicesAtom).find((choice) => choice.userId === userId)
    return own?.type ?? get(hostConfigAtom).defaultAccountTypes?.eip155 ?? 'smartAccount'
  },
  (get, set, type: AccountType) => {
    const userId = get(embeddedSessionAtom)?.account.userId
    if (userId === undefined) return
    set(storedChoicesAtom, (choices) =>
      [{ userId, type }, ...choices.filter((choice) => choice.userId !== userId)].slice(0, userLimit),
    )
  },
)

/** The type as a fact of our own wallet's EVM account, by the wallet's id. */
export const accountTypeFactsAtom = atom((get) => {
  const facts = { type: get(preferredAccountTypeAtom) }
  return (walletId: string): typeof facts | undefined => (walletId === evmWalletId ? facts : undefined)
})
