import type * as z from 'zod/mini'
import { type AccountId, accountIdSchema } from '#shared/caip/account-id.ts'
import { listOf, nonEmptyText, openObject } from '#shared/wire-schema.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { emailMaxLength } from '#widget/lib/text/email.ts'

const confirmationsMaxCount = 16

const confirmationsSchema = listOf(
  openObject({ account: accountIdSchema, email: nonEmptyText(emailMaxLength), uuid: nonEmptyText(64) }),
  confirmationsMaxCount,
)

/** The id of the code by which an account has confirmed an e-mail address. */
export type EmailConfirmation = z.infer<typeof confirmationsSchema>[number]

/** Confirmations of this browser, latest first: the API accepts one in place of a new code. */
export const emailConfirmationsAtom = storedAtom<readonly EmailConfirmation[]>(
  scopedKey('emailConfirmations'),
  () => confirmationsSchema,
  [],
)

/** The e-mail address that an account confirmed before signing in; not valid for another account. */
export const confirmedOtpAtom = atom<Omit<EmailConfirmation, 'email'> | undefined>(undefined)

const isOf = (one: EmailConfirmation, account: AccountId, email: string): boolean =>
  one.account === account && one.email === email

/** The id of the code by which the account has confirmed the address. */
export const confirmationOf = (
  stored: readonly EmailConfirmation[],
  account: AccountId,
  email: string,
): string | undefined => stored.find((one) => isOf(one, account, email))?.uuid

/** The confirmations with another one added, which replaces an earlier one of its account and address. */
export const withConfirmation = (
  stored: readonly EmailConfirmation[],
  added: EmailConfirmation,
): readonly EmailConfirmation[] =>
  [added, ...stored.filter((one) => !isOf(one, added.account, added.email))].slice(0, confirmationsMaxCount)
