import type * as z from 'zod/mini'
import { type EmbeddedAccount, embeddedAccountSchema, sessionToken } from '#shared/api/embedded-account.ts'
import { freshCopy, openObject, optional } from '#shared/wire-schema.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { embeddedApiAtom } from './embedded-api.ts'
import { isLoggedOutAtom } from './session-end.ts'

const sessionSchema = freshCopy(() => openObject({ token: sessionToken, account: embeddedAccountSchema }))

/**
 * The user's session on this site. The token is worth nothing without the key of this frame, which no script can read; the
 * account is what the server stated last.
 */
export type EmbeddedSession = z.infer<typeof sessionSchema>

const storedSessionAtom = storedAtom<EmbeddedSession | undefined>(
  scopedKey('embeddedSession'),
  () => optional(sessionSchema),
  undefined,
)

/** The session of a frame whose key lasts as long as the page: no other page could use it. */
const pageSessionAtom = atom<EmbeddedSession | undefined>(undefined)

/** The user who is logged in; undefined: none. All frames of a site in one browser share it. */
export const embeddedSessionAtom = atom((get) => get(pageSessionAtom) ?? get(storedSessionAtom))

/** Starts a session, in place of the former one. */
export const startEmbeddedSessionAtom = atom(null, async (get, set, session: EmbeddedSession) => {
  const isPersistent = await get(embeddedApiAtom).isKeyPersistent()
  set(isLoggedOutAtom, false)
  set(pageSessionAtom, isPersistent ? undefined : session)
  if (isPersistent) set(storedSessionAtom, session)
})

/** Updates the account of a session, unless another one has started since. */
export const updateEmbeddedAccountAtom = atom(null, (_get, set, token: string, account: EmbeddedAccount) => {
  const updated = (session: EmbeddedSession | undefined) =>
    session?.token === token ? { token, account } : session
  set(pageSessionAtom, updated)
  set(storedSessionAtom, updated)
})

/** Forgets a session, unless another one has started since. */
export const dropEmbeddedSessionAtom = atom(null, (_get, set, token: string) => {
  const remaining = (session: EmbeddedSession | undefined) => (session?.token === token ? undefined : session)
  set(pageSessionAtom, remaining)
  set(storedSessionAtom, remaining)
})

/** Forgets a session that the server no longer knows, unless another one has started since. */
export const expireEmbeddedSessionAtom = atom(null, (get, set, token: string) => {
  if (get(embeddedSessionAtom)?.token === token) set(isLoggedOutAtom, true)
  set(dropEmbeddedSessionAtom, token)
})
