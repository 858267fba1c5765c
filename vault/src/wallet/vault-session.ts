import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { getEmbeddedAccount, postVaultSession } from '#shared/api/embedded-wallet.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { deleteLostWallets } from './lost-wallets.ts'
import type { WalletRecords } from './wallet-records.ts'

/** A call of a session: the client with the session's token. */
export type SessionCall = <Result>(
  run: (call: DpopClient['call'], session: { readonly token: string }) => Promise<Result>,
) => Promise<Result>

/** The session of one user with the server. */
export type VaultSession = {
  readonly userId: string
  /** The user as of the last call that reports it. */
  readonly account: () => EmbeddedAccount
  readonly setAccount: (account: EmbeddedAccount) => void
  /** Reads the user again: another window or device may have changed it. @throws as the calls */
  readonly reload: () => Promise<void>
  /**
   * Opens a new session by a ticket of the frame, which carries the proof of a login there since. False if there is no frame.
   * @throws as the calls; `TicketRefusedError`, `OtherUserError`.
   */
  readonly renew: () => Promise<boolean>
  /**
   * Makes calls of the session. After a 401 it opens a new session by a ticket of the frame, and repeats them once.
   * @throws as the calls; `TicketRefusedError`, `OtherUserError`.
   */
  readonly run: SessionCall
}

/** The frame has no session of the user either: the user has to log in there again. */
export class TicketRefusedError extends Error {
  override readonly name = 'TicketRefusedError'
}

/** The frame's ticket is of another user than the frame states. */
export class OtherUserError extends Error {
  override readonly name = 'OtherUserError'
}

export type SessionPorts = {
  readonly client: DpopClient
  readonly records: WalletRecords
  /** Requests a ticket of the frame. @throws TicketRefusedError */
  readonly requestTicket: () => Promise<string>
}

const isUnauthorized = (error: unknown): boolean => httpStatusOf(error) === 401

/** A session that was just opened. */
type Opened = { readonly token: string; readonly account: EmbeddedAccount }

/** Who the frame states that the user is, and where. */
export type StatedUser = {
  readonly userId: string
  /** The site to prove by a ticket; absent: the opener has proved the frame. */
  readonly site?: string
}

/**
 * Opens the session of the user that the frame states: the stored one, or a new one by a ticket. A frame that only knows the
 * secret of a mailbox has to send a ticket of its user and site: otherwise a page that makes the user open a link to the vault
 * could send a request to it.
 * @throws TicketRefusedError, OtherUserError; as the calls of the session.
 */
export async function openVaultSession(
  { client, records, requestTicket }: SessionPorts,
  { userId, site }: StatedUser,
): Promise<VaultSession> {
  async function exchangeTicket(): Promise<Opened> {
    const ticket = await requestTicket()
    const opened = await client.call(postVaultSession, { params: {}, query: {}, body: { ticket } })
    if (opened.account.userId !== userId) throw new OtherUserError('The ticket is of another user')
    if (site !== undefined && opened.site !== site) throw new OtherUserError('The ticket is of another site')
    await records.putSession({ userId, token: opened.token })
    return opened
  }

  async function resume(): Promise<Opened> {
    const stored = site === undefined ? await records.session(userId) : undefined
    if (stored === undefined) return exchangeTicket()
    try {
      const account = await client.call(getEmbeddedAccount, { params: {}, query: {} }, stored)
      return { token: stored.token, account }
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      return exchangeTicket()
    }
  }

  const opened = await resume()
  void deleteLostWallets({ client, records }, opened.account)
  return createSession(client, opened, exchangeTicket)
}

/** A session that the user opened here, by a passkey: there is no frame that could renew it. */
export async function startVaultSession(
  { client, records }: Pick<SessionPorts, 'client' | 'records'>,
  opened: Opened,
): Promise<VaultSession> {
  await records.putSession({ userId: opened.account.userId, token: opened.token })
  void deleteLostWallets({ client, records }, opened.account)
  return createSession(client, opened, undefined)
}

/**
 * Opens the stored session of a user in a window that no frame has opened; undefined if there is none, or it has ended.
 * @throws as the calls of the session.
 */
export async function resumeVaultSession(
  { client, records }: Pick<SessionPorts, 'client' | 'records'>,
  userId: string,
): Promise<VaultSession | undefined> {
  const stored = await records.session(userId)
  if (stored === undefined) return undefined
  try {
    const account = await client.call(getEmbeddedAccount, { params: {}, query: {} }, stored)
    return createSession(client, { token: stored.token, account }, undefined)
  } catch (error) {
    if (isUnauthorized(error)) return undefined
    throw error
  }
}

function createSession(
  client: DpopClient,
  opened: Opened,
  exchangeTicket: (() => Promise<Opened>) | undefined,
): VaultSession {
  let { token, account } = opened
  const renew = async () => {
    if (exchangeTicket === undefined) return false
    ;({ token, account } = await exchangeTicket())
    return true
  }
  const run: SessionCall = async (calls) => {
    try {
      return await calls(client.call, { token })
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      if (!(await renew())) throw new TicketRefusedError('There is no session')
      return calls(client.call, { token })
    }
  }
  return {
    userId: account.userId,
    account: () => account,
    setAccount: (latest) => {
      account = latest
    },
    reload: async () => {
      account = await run((call, session) => call(getEmbeddedAccount, { params: {}, query: {} }, session))
    },
    ...{ renew, run },
  }
}
