import { credentialIdSchema } from '#shared/api/embedded-account.ts'
import { integer, listOf, nonEmptyText, strictObject } from '#shared/wire-schema.ts'
import { createStoredList, type ListStorage } from './stored-list.ts'

/** How long a sign-up may be continued, in milliseconds: after that another user of this browser is more likely. */
const lifetimeMs = 60 * 60_000
const schema = listOf(strictObject({ id: credentialIdSchema, rpId: nonEmptyText(253), atMs: integer(0) }), 1)

/** The passkey of a new user, and its relying party. */
export type SignUpPasskey = { readonly id: string; readonly rpId: string }

/**
 * The passkey of a sign-up whose window may have been closed before it had ended: the next sign-up in this browser continues it, and
 * creates no second user. A passkey's id is no secret, and is worth nothing without the passkey.
 */
export type UnfinishedSignUp = {
  readonly read: () => SignUpPasskey | undefined
  readonly set: (passkey: SignUpPasskey) => void
  readonly clear: () => void
}

/** Keeps it in the storage of this browser; where the browser blocks it, nothing is continued. `now`: epoch milliseconds. */
export function createUnfinishedSignUp(storage: ListStorage, now: () => number): UnfinishedSignUp {
  const passkeys = createStoredList(storage, 'drawbridge-sign-up', schema)
  return {
    read: () => {
      const [passkey] = passkeys.read()
      if (passkey === undefined || now() < passkey.atMs || now() >= passkey.atMs + lifetimeMs)
        return undefined
      return { id: passkey.id, rpId: passkey.rpId }
    },
    set: ({ id, rpId }) => passkeys.write([{ id, rpId, atMs: now() }]),
    clear: () => passkeys.write([]),
  }
}
