import { getAuthMe, getAuthNonce, postAuthenticate, postOtp, postSignOut, putOtp } from '#shared/api/auth.ts'
import { type ApiBase, fetchEndpoint, type HttpPorts } from '#widget/lib/http.ts'
import type { AuthApi } from './hosted-authentication.ts'

/** API calls that confirm an e-mail address. */
export type OtpApi = {
  /**
   * Sends a code; `earlier` is the id of a code by which this account has confirmed the address, and a null uuid accepts it.
   */
  send(email: string, account: string, earlier: string | undefined): Promise<{ readonly uuid: string | null }>
  confirm(uuid: string, code: string): Promise<unknown>
}

const bearer = (token: string) => `Bearer ${token}`

/** The operator's hosted sign-in, over HTTP. @throws WidgetError `http/…`. */
export function hostedApi(ports: HttpPorts, base: ApiBase): AuthApi & { readonly otp: OtpApi } {
  const rest = { params: {}, query: {} }
  return {
    nonce: () => fetchEndpoint(ports, base, getAuthNonce, rest),
    authenticate: (session, { nonce, otp }) =>
      fetchEndpoint(ports, base, postAuthenticate, {
        ...rest,
        body: session,
        headers: { 'x-nonce-jwt': bearer(nonce), ...(otp === undefined ? {} : { 'x-otp': otp }) },
      }),
    me: (token) =>
      fetchEndpoint(ports, base, getAuthMe, {
        params: {},
        query: { includeAppKitAccount: 'true' },
        headers: { authorization: bearer(token) },
      }),
    signOut: (token) =>
      fetchEndpoint(ports, base, postSignOut, {
        ...rest,
        body: {},
        headers: { authorization: bearer(token) },
      }),
    otp: {
      send: (email, account, earlier) =>
        fetchEndpoint(ports, base, postOtp, {
          ...rest,
          body: { email, account },
          ...(earlier !== undefined && { headers: { 'x-otp': earlier } }),
        }),
      confirm: (uuid, code) =>
        fetchEndpoint(ports, base, putOtp, { ...rest, body: { code }, headers: { 'x-otp': uuid } }),
    },
  }
}
