import { type SignInSession, signInSessionSchema } from '#shared/channel/records/sign-in-session.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { listOf, matching, parseWire } from '#shared/wire-schema.ts'
import type { HostPort } from '#widget/core/ports.ts'
import type { ChainAccount } from '#widget/domain/accounts/sign-in.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'

export type LocalAuthenticationPorts = {
  readonly host: Pick<HostPort, 'siwx'>
  /** 128 random bits as hex. */
  readonly randomNonce: () => string
  /** Whether the signature of a session is by its account. */
  readonly verifySession: (session: SignInSession) => Promise<boolean>
  /** Sessions that the widget stores. */
  readonly storedSessions: () => readonly SignInSession[]
}

const nonceSchema = matching(/^[A-Za-z0-9]{8,128}$/)
const sessionsSchema = listOf(signInSessionSchema, 64)
const toHostAccount = ({ chain, address }: Pick<ChainAccount, 'chain'> & Partial<ChainAccount>) => ({
  chainId: chain,
  ...(address === undefined ? {} : { address }),
})

export const notVerified = (cause?: unknown) =>
  new WidgetError('siwx/not-verified', 'The signature does not hold', { cause })

/**
 * Sessions in the widget's storage. A host with a backend decides each step for which it passed a function
 * (`SignInFunctions`).
 */
export function createLocalAuthentication({
  host,
  randomNonce,
  verifySession,
  storedSessions,
}: LocalAuthenticationPorts): AuthenticationAdapter {
  return {
    async nonce(account) {
      const returned = await host.siwx('getNonce', toHostAccount(account))
      if (returned === undefined) return randomNonce()
      const nonce = parseWire(nonceSchema, returned)
      if (nonce.success) return nonce.data
      throw new WidgetError('siwx/invalid-message', 'getNonce gave no nonce', { data: { fields: ['nonce'] } })
    },
    async add(session) {
      const verdict = await host.siwx('addSession', session)
      if (verdict === false || (verdict !== true && !(await verifySession(session)))) throw notVerified()
    },
    async sessions(account) {
      const returned = await host.siwx('getSessions', toHostAccount(account))
      if (returned === undefined) return storedSessions()
      const sessions = parseWire(sessionsSchema, returned)
      if (sessions.success) return sessions.data
      throw new WidgetError('siwx/invalid-message', 'getSessions gave no sessions')
    },
    async revoke(account) {
      await host.siwx('revokeSession', toHostAccount(account))
    },
  }
}
