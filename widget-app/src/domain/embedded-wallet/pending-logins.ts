import type * as z from 'zod/mini'
import { recordId } from '#shared/api/embedded-account.ts'
import { oauthProviderIds } from '#shared/api/embedded-social.ts'
import { emailAddress } from '#shared/api/embedded-wallet.ts'
import {
  anyOf,
  finite,
  freshCopy,
  integer,
  listOf,
  matching,
  oneOf,
  openObject,
  optional,
} from '#shared/wire-schema.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import { embeddedApiAtom } from './embedded-api.ts'

/** A login is not continued later than this, whatever the server or a changed clock states. */
const lifetimeMaxMs = 600_000
/** Logins of all tabs; the oldest one is evicted. */
const pendingMaxCount = 8

const pendingLogin = freshCopy(() => {
  const common = { id: recordId, expiresAtMs: finite(0) }
  return anyOf(
    openObject({ ...common, is: oneOf('code'), email: emailAddress, resendAtMs: finite(0) }),
    openObject({
      ...common,
      is: oneOf('social'),
      provider: oneOf(...oauthProviderIds),
      number: matching(/^\d{2}$/),
    }),
    openObject({
      ...common,
      is: oneOf('farcaster'),
      url: matching(/^https?:\/\/[\x21-\x7e]{1,1000}$/),
      pollSeconds: integer(1, 600),
    }),
  )
})

/**
 * A login that the server has begun and the user has not finished: a code that was sent, or an attempt with another service.
 * Times are epoch milliseconds. The server accepts it with the key of this frame only, so none of it is a secret; the secret
 * of a social attempt's window is not stored.
 */
export type PendingLogin = z.infer<typeof pendingLogin>
export type PendingCode = Extract<PendingLogin, { is: 'code' }>

/** The session's key with a suffix: the table of `scopedKey` is part of the first view, which has no use for this record. */
const recordKey = (get: Getter): string => `${scopedKey('embeddedSession')(get)}/pending`

const recordAtom = storedAtom<readonly PendingLogin[] | undefined>(
  recordKey,
  () => optional(listOf(pendingLogin, pendingMaxCount)),
  undefined,
)

const isPending = ({ expiresAtMs }: PendingLogin, nowMs: number): boolean =>
  nowMs < expiresAtMs && expiresAtMs <= nowMs + lifetimeMaxMs

/** Logins of this site and browser that can be continued now, latest first; those of other tabs included. */
export function pendingLogins(get: Getter): readonly PendingLogin[] {
  const nowMs = get(portsAtom).clock.now()
  return (get(recordAtom) ?? []).filter((login) => isPending(login, nowMs))
}

/** Stores a login for a later page, unless the key is lost with this page. Never rejects. */
export const addPendingLoginAtom = atom(null, async (get, set, login: PendingLogin): Promise<void> => {
  const { clock, log } = get(portsAtom)
  try {
    if (!(await get(embeddedApiAtom).isKeyPersistent())) return
    const nowMs = clock.now()
    const added = { ...login, expiresAtMs: Math.min(login.expiresAtMs, nowMs + lifetimeMaxMs) }
    set(recordAtom, (stored = []) =>
      [added, ...stored.filter((one) => one.id !== login.id && isPending(one, nowMs))].slice(
        0,
        pendingMaxCount,
      ),
    )
  } catch (cause) {
    log('A pending login could not be stored', cause)
  }
})

/** Deletes a login, by its id, and all that have expired. Logins of other tabs stay. */
export const removePendingLoginAtom = atom(null, (get, set, id?: string): void => {
  const stored = get(recordAtom)
  const nowMs = get(portsAtom).clock.now()
  const isRemoved = (login: PendingLogin) => login.id === id || !isPending(login, nowMs)
  if (!stored?.some(isRemoved)) return
  set(recordAtom, (latest = []) => {
    const remaining = latest.filter((login) => !isRemoved(login))
    return remaining.length === 0 ? undefined : remaining
  })
})

/** Deletes all logins of this site: the user has logged in, or out. */
export const clearPendingLoginsAtom = atom(null, (_get, set): void => set(recordAtom, undefined))

/**
 * Runs a login attempt, unless another tab runs it: the server returns its result once. Resolves to undefined without a run.
 * @throws what `run` throws.
 */
export async function runExclusively<T>(
  get: Getter,
  id: string,
  run: () => Promise<T>,
): Promise<T | undefined> {
  let result: T | undefined
  await get(portsAtom).withExclusiveLock(`drawbridge:login:${id}`, async () => {
    result = await run()
  })
  return result
}
