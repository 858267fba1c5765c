import type { SignInFunctions } from '#shared/config/siwx-options.ts'
import type { FlowPort, HostPort } from '#widget/core/ports.ts'

/** Test only: flows that note that they were started, as `afterConnect eip155`. */
export const testFlows = (calls: string[]): FlowPort => ({
  afterConnect: (namespace) => {
    calls.push(`afterConnect ${namespace}`)
  },
  afterSend: ({ journalId, isNative }) => {
    calls.push(`afterSend ${journalId} ${isNative ? 'native' : 'token'}`)
  },
  addNetwork: async (_connection, { method }) => {
    calls.push(`addNetwork ${method}`)
  },
  signedIn: () => {
    calls.push('signedIn')
  },
  cancelSignIn: async () => {
    calls.push('cancelSignIn')
  },
  signInFailed: () => {
    calls.push('signInFailed')
  },
})

/** Test only: the page's own functions for signing in, as the channel calls them. */
export const testSignIn =
  (functions: SignInFunctions = {}): HostPort['siwx'] =>
  async (name, params) => {
    const own: unknown = functions[name]
    return typeof own === 'function' ? own(params) : undefined
  }

/** A site without an RPC of its own. */
export const noSiteRpc = () => Promise.reject(new Error('This site has no RPC'))
