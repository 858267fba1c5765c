import { listOf, nonEmptyText } from '#shared/wire-schema.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { emailMaxLength } from '#widget/lib/text/email.ts'

/** How many addresses a browser stores per scope. */
const recentEmailLimit = 3

const emailsSchema = listOf(nonEmptyText(emailMaxLength), recentEmailLimit)

/** E-mail addresses used in this scope before, latest first (SPEC §3 recent emails). */
export const recentEmailsAtom = storedAtom<readonly string[]>(
  scopedKey('recentEmails'),
  () => emailsSchema,
  [],
)

/** The recent addresses with `email` added, latest first. */
export const withRecentEmail = (recent: readonly string[], email: string): readonly string[] =>
  [email, ...recent.filter((one) => one !== email)].slice(0, recentEmailLimit)
