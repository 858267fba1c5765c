import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { type ChainAccount, isSameAddress } from '#widget/domain/accounts/sign-in.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'
import { notVerified } from './local-authentication.ts'

/** API calls of the hosted sign-in (`shared/api/auth.ts`). */
export type AuthApi = {
  nonce(): Promise<{ readonly nonce: string; readonly token: string }>
  authenticate(
    session: SignInSession,
    tokens: { readonly nonce: string; readonly otp: string | undefined },
  ): Promise<{ readonly token: string }>
  me(token: string): Promise<{ readonly address: string; readonly chainId: string }>
  signOut(token: string): Promise<unknown>
}

export type HostedAuthenticationPorts = {
  readonly api: AuthApi
  /** Tokens that were returned with nonces, by nonce. */
  readonly nonceTokens: Map<string, string>
  /** Id of the code by which the account confirmed its e-mail address for this sign-in. */
  readonly otp: (account: ChainAccount) => string | undefined
  /**
   * Shares the address that the sign-in view shows, if it shows one.
   * @throws WidgetError `http/…`.
   */
  readonly shareEmail: (account: ChainAccount, nonceToken: string) => Promise<void>
  /** Sign-in tokens, by account; undefined deletes one. */
  readonly tokenOf: (account: ChainAccount) => string | undefined
  readonly storeToken: (account: ChainAccount, token: string | undefined) => void
  /** Sessions that the widget stored: the server decides whether they are still valid. */
  readonly storedSessions: () => readonly SignInSession[]
}

const isClientError = (cause: unknown): boolean => {
  const status = httpStatusOf(cause)
  return status !== undefined && status >= 400 && status < 404
}

/** Sessions at the operator's API, which supplies nonces and verifies signatures. */
export function createHostedAuthentication(ports: HostedAuthenticationPorts): AuthenticationAdapter {
  const { api, nonceTokens } = ports
  return {
    async nonce() {
      const { nonce, token } = await api.nonce()
      nonceTokens.set(nonce, token)
      return nonce
    },
    async add(session) {
      const { nonce, chainId: chain, accountAddress: address } = session.data
      const nonceToken = nonceTokens.get(nonce)
      // A nonce is valid for one attempt, even if that fails.
      nonceTokens.delete(nonce)
      if (nonceToken === undefined) throw notVerified()
      const otp = ports.otp({ chain, address })
      await ports.shareEmail({ chain, address }, nonceToken)
      try {
        const { token } = await api.authenticate(session, { nonce: nonceToken, otp })
        ports.storeToken({ chain, address }, token)
      } catch (cause) {
        throw isWidgetError(cause) && isClientError(cause) ? notVerified(cause) : cause
      }
    },
    async sessions(account) {
      const token = ports.tokenOf(account)
      if (token === undefined) return []
      try {
        const me = await api.me(token)
        return isSameAddress(me.address, account.address) ? ports.storedSessions() : []
      } catch (cause) {
        if (!isClientError(cause)) throw cause
        ports.storeToken(account, undefined)
        return []
      }
    },
    async revoke(account) {
      const token = ports.tokenOf(account)
      if (token === undefined) return
      ports.storeToken(account, undefined)
      await api.signOut(token)
    },
  }
}
