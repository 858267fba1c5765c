import * as z from '#shared/zod.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'

const accountTypeSchema = () => z.enum(['eoa', 'smartAccount'])

/**
 * How the EVM account of our own wallet is used: as an account without code, or upgraded where a bundle needs it. Its address
 * is the same.
 */
export type AccountType = z.output<ReturnType<typeof accountTypeSchema>>

/** The type of EVM accounts before the user selects one (SPEC §3). */
const defaultAccountType: AccountType = 'smartAccount'

const storedAccountTypeAtom = storedAtom<AccountType | undefined>(
  scopedKey('embeddedAccountType'),
  () => z.optional(accountTypeSchema()),
  undefined,
)

/** The account type that the user prefers on this host; it can be set. An upgrade that was made stays. */
export const preferredAccountTypeAtom = atom(
  (get): AccountType => get(storedAccountTypeAtom) ?? defaultAccountType,
  (_get, set, type: AccountType) => set(storedAccountTypeAtom, type),
)
